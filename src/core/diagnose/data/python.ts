import type { Signature } from '../signature.ts';

/** What Python, its argument parser and its import system say, whatever the engine. */
export const PYTHON: readonly Signature[] = [
  {
    id: 'unknown-flag',
    role: 'root',
    cause: 'bad-flag',
    stage: 'arguments',
    pattern: /^error: unrecognized arguments: (?<flag>\S+)/,
    raised: true,
    hint: 'flags of forks are unknown to other builds: see `--help` of the one that is installed',
    sources: ['Python argparse'],
    sample:
      'usage: launch_server.py [-h] ...\nlaunch_server.py: error: unrecognized arguments: --speculative-ddtree-budget 8',
  },
  {
    id: 'ambiguous-flag',
    role: 'root',
    cause: 'bad-flag',
    stage: 'arguments',
    pattern: /^error: ambiguous option: (?<flag>[^\s=]+)/,
    raised: true,
    hint: 'write the flag out in full',
    sources: ['Python argparse'],
    sample:
      'usage: sglang serve [-h] ...\nsglang serve: error: ambiguous option: --cuda could match --cuda-graph-bs-decode',
  },
  {
    id: 'missing-argument',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^error: the following arguments are required: (?<flag>[^/,\s]+)/,
    raised: true,
    sources: ['Python argparse'],
    sample:
      'usage: launch_server.py [-h] ...\nlaunch_server.py: error: the following arguments are required: --model-path/--model',
  },
  {
    id: 'bad-argument',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^error: argument (?<flag>[^:/\s]+)[^:]{0,200}: (?:invalid |expected |ignored |not allowed )/,
    raised: true,
    hint: 'the line says which values this build takes',
    sources: ['Python argparse'],
    sample:
      "usage: launch_server.py [-h] ...\nlaunch_server.py: error: argument --speculative-algorithm: invalid choice: 'DDTREE' (choose from 'EAGLE', ...)",
  },
  {
    id: 'refused-argument',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^error: argument (?<flag>[^:/\s]+)/,
    raised: true,
    sources: ['Python argparse'],
    sample:
      'usage: launch_server.py [-h] ...\nlaunch_server.py: error: argument --tp-size/--tp: 3 does not divide 8',
  },
  {
    id: 'module-missing',
    role: 'root',
    cause: 'executable-missing',
    stage: 'any',
    pattern: /^(?:ModuleNotFoundError|ImportError): (?:No module named '|cannot import name ')/,
    raised: true,
    hint: 'a package of the installation is missing or of another version',
    sources: ['seen in SGLang 0.5.23', 'sgl-project/sglang#10951'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 8, in <module>\nModuleNotFoundError: No module named \'sgl_kernel\'',
  },
  {
    id: 'library-missing',
    role: 'root',
    cause: 'executable-missing',
    stage: 'any',
    pattern: /^(?:ImportError|OSError): lib[\w.+-]{1,60}: cannot open shared object file/,
    raised: true,
    hint: 'a library is not found: LD_LIBRARY_PATH, or the toolkit of the image',
    sources: [
      'sgl-project/sglang#2584',
      'sgl-project/sglang#10951',
      'sgl-project/sglang#16052',
      'sgl-project/sglang#4778',
    ],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 8, in <module>\nImportError: libnvrtc.so.12: cannot open shared object file: No such file or directory',
  },
  {
    id: 'package-missing',
    role: 'root',
    cause: 'executable-missing',
    stage: 'any',
    pattern: /^(?:\S{1,80}\.)?PackageNotFoundError: No package metadata was found for /,
    hint: 'the package is installed under another name, or by halves',
    sources: ['seen in vLLM 0.32.0'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nimportlib.metadata.PackageNotFoundError: No package metadata was found for vllm',
  },
  {
    id: 'fatal-error',
    role: 'echo',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Fatal Python error: (?:Segmentation fault|Aborted|Illegal instruction)/,
    hint: 'the stack below the line names the code that broke',
    sources: ['text of Python'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\nFatal Python error: Segmentation fault',
  },
  {
    id: 'bus-error',
    role: 'root',
    cause: 'host-unfit',
    stage: 'any',
    pattern: /^Fatal Python error: Bus error/,
    hint: 'shared memory ran out (/dev/shm), or a model file became shorter while it was mapped',
    sources: ['vllm-project/vllm#859', 'vllm-project/vllm#1771'],
    sample: '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\nFatal Python error: Bus error',
  },
];
