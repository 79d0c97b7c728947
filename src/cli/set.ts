import type { Configuration, ParameterConfiguration } from '../core/config/configuration.ts';
import { suggest } from '../core/config/did-you-mean.ts';
import type { ParameterValue } from '../core/engine/definition.ts';
import { usage } from './usage.ts';

/** The configuration with the one setting that `--set NAME=VALUE` asked for. Fault: `usage`. */
export function withSetting(configuration: Configuration, set: readonly string[]): Configuration {
  if (set.length === 0) throw usage('no setting was given', 'say --set NAME=VALUE, once for each parameter');
  const values: Record<string, ParameterValue> = {};
  for (const text of set) {
    const [name, value] = assignment(text);
    const parameter = configuration.parameters.find((p) => p.name === name);
    if (parameter === undefined)
      throw usage(
        `no parameter \`${name}\` in the file`,
        suggest(
          name,
          configuration.parameters.map((p) => p.name),
        ),
      );
    if (Object.hasOwn(values, name)) throw usage(`\`${name}\` is set twice`, 'give it once');
    values[name] = valueFor(parameter, value);
  }
  const place = { file: configuration.file, line: 1, column: 1 };
  // Nothing is measured, but the first workload still says which API the probes use.
  const workloads = configuration.workloads.map((workload) => ({ ...workload, concurrency: [] }));
  return { ...configuration, settings: [{ name: 'applied', values, place }], baseline: 'none', workloads };
}

function assignment(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw usage(`\`${text}\` is no assignment`, 'write --set NAME=VALUE');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** As it would be read in the file; a linked parameter takes one of its named options. */
function valueFor(parameter: ParameterConfiguration, text: string): ParameterValue {
  if (parameter.kind === 'linked') {
    if (!parameter.values.includes(text))
      throw usage(`\`${parameter.name}\` has no value \`${text}\``, suggest(text, parameter.values));
    return text;
  }
  const word = { null: null, true: true, false: false }[text];
  if (word !== undefined) return word;
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text;
}
