import type { AgreementRule, ParameterValue } from '../definition.ts';
import { numeric, sameValue } from '../values.ts';
import { findFlag } from './flags.ts';
import { sizeOf } from './size.ts';
import { commonMethod } from './speculation-asked.ts';

export interface Agreement {
  readonly rule: AgreementRule;
  readonly agrees: boolean;
}

/** Words by which a value is left to the engine: whatever it has then is what was asked for. */
const LEFT_TO_ENGINE: Readonly<Record<string, readonly string[]>> = {
  '--dtype': ['auto'],
  '--kv-cache-dtype': ['auto'],
  '--max-model-len': ['auto', '-1'],
  '--attention-backend': ['auto'],
  '--load-format': ['auto'],
  '--tokenizer-mode': ['auto'],
  '--mamba-cache-dtype': ['auto'],
  '--mamba-ssm-cache-dtype': ['auto'],
  '--mamba-cache-mode': ['none'],
  '--offload-backend': ['auto'],
  '--distributed-executor-backend': [''],
};

const DTYPES: Readonly<Record<string, string>> = { half: 'float16', float: 'float32' };
/** Numbers and pairs under which the report has what the log and people call by name (config/compilation.py of 0.32.0). */
const COMPILATION: readonly string[] = ['none', 'stock_torch_compile', 'dynamo_trace_once', 'vllm_compile'];
const GRAPHS: Readonly<Record<string, string>> = {
  '0': 'none',
  '1': 'piecewise',
  '2': 'full',
  '2 0': 'full_decode_only',
  '2 1': 'full_and_piecewise',
};

type Naming = (value: string) => string;

/** Sizes in any order, with or without the brackets of JSON. */
const sizes: Naming = (value) =>
  (value.match(/\d+/g) ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .join(' ');

/** Values by one name, so that other words for the same agree. */
const NAMES: Readonly<Record<string, Naming>> = {
  '--dtype': (value) => DTYPES[value.replace('torch.', '')] ?? value.replace('torch.', ''),
  '--kv-cache-dtype': (value) => (value === 'fp8' ? 'fp8_e4m3' : value),
  '--attention-backend': (value) => value.toUpperCase(),
  '--quantization': (value) => value.toLowerCase(),
  '--spec-method': commonMethod,
  '--speculative-config.method': commonMethod,
  '--all2all-backend': (value) => (value === 'flashinfer_all2allv' ? 'flashinfer_nvlink_two_sided' : value),
  '--optimization-level': (value) => value.replace(/^O(?=\d)/, ''),
  '--cudagraph-capture-sizes': sizes,
  '--compilation-config.cudagraph_capture_sizes': sizes,
  '--compilation-config.mode': (value) => COMPILATION[Number(value)] ?? value.toLowerCase(),
  '--compilation-config.cudagraph_mode': (value) => GRAPHS[value] ?? value.toLowerCase(),
};

/** Does what the engine has agree with what was asked, and by which rule? */
export function agreementOf(
  flag: string,
  wanted: Exclude<ParameterValue, null>,
  got: ParameterValue,
): Agreement {
  if (LEFT_TO_ENGINE[flag]?.includes(String(wanted).toLowerCase()) === true)
    return { rule: 'forced', agrees: true };
  const name = NAMES[flag] ?? ((value: string) => value);
  // a switch that is off is reported as false, or as nothing
  if (got === null) return { rule: 'equal', agrees: wanted === false };
  const size = findFlag(flag)?.type === 'size' ? sizeOf(String(wanted)) : null;
  const same = sameValue(
    size ?? name(String(wanted)),
    numeric(got) === null ? name(String(got)) : nameOfNumber(flag, got),
  );
  return { rule: 'equal', agrees: same || sameValue(wanted, got) };

  function nameOfNumber(of: string, value: ParameterValue): ParameterValue {
    return NAMES[of] === undefined ? value : name(String(value));
  }
}
