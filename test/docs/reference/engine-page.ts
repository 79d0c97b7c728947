import type { EngineDefinition } from '../../../src/core/engine/definition.ts';
import type { FlagEntry } from '../../../src/core/engine/flag-table.ts';
import type { EngineReference } from '../../../src/core/engine/reference.ts';
import type { StaticRule } from '../../../src/core/engine/static-rule.ts';
import { code, MADE, table } from './markdown.ts';

const BARE = { argv: ['server'], env: {}, cwd: '/', env_complete: false };

const KINDS: Readonly<Record<StaticRule['kind'], string>> = {
  refused: 'refused',
  rewritten: 'changed',
  warned: 'warned',
};

/** Everything that is known of one engine, as Markdown. */
export function enginePage(engine: EngineDefinition, reference: EngineReference): string {
  const lines = [
    `# Engine \`${engine.name}\``,
    '',
    ...MADE,
    '',
    ...about(engine, reference),
    '',
    ...phases(engine),
    '## Flags',
    '',
    reference.flags.length === 0
      ? 'None is known: every flag passes as it stands.'
      : `Known from ${reference.known_from}. A flag that is not here passes as it stands. Default: none where it depends on the model, the device or another flag. Rule: what the server refuses, changes without a word or warns of, judged in \`plan\`; then how what it says is compared with what was asked.`,
    '',
    ...(reference.flags.length === 0 ? [] : flags(reference)),
    '## Rules',
    '',
    ...(reference.rules.length === 0
      ? ['None is known.']
      : [
          '*refused*: the engine would not start, so the setting is rejected in `plan`. *changed*: the engine runs with another value, or does the same as with another one; of settings that become one the first is run. *warned*: it starts, but does not do what it seems to.',
          '',
          ...rules(reference.rules),
        ]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function about(engine: EngineDefinition, { otherwise }: EngineReference): readonly string[] {
  const { argv, env } = engine.instrumentation(BARE);
  const added = [...argv, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  return [
    `- Port without a flag: ${engine.default_port} (${engine.port_flags.map(code).join(', ')}). Health: ${code(engine.health_path)}. ${engine.binds_before_load ? 'It binds its port before it loads.' : 'It listens only once it has loaded: until then a connection is refused.'}`,
    `- Its own report: ${engine.report_paths.map(code).join(', ')}.`,
    `- Added to every start, outside the setting: ${added.length === 0 ? 'nothing' : added.map(code).join(' ')}.`,
    `- Files that decide the result, whose content is part of a measurement's key: ${engine.model_flags.map(code).join(', ')}.`,
    `- A flag without a source of its own below is read back from: ${otherwise}`,
  ];
}

function phases({ phase_shares: shares }: EngineDefinition): readonly string[] {
  if (shares === undefined) return [];
  const rows = Object.entries(shares).map(([name, share]) => [code(name), `${Math.round(share * 100)} %`]);
  return ['## Phases of a load', '', ...table(['phase', 'usual share of the load'], rows), ''];
}

function flags({ flags: all, rules: known, read_back }: EngineReference): readonly string[] {
  const rows = all.map((flag) => {
    const own = read_back.find(({ flag: name }) => name === flag.name);
    const static_ = known
      .filter(({ flags: about_ }) => about_[0] === flag.name)
      .map(({ kind, says }) => `${KINDS[kind]}: ${says}`);
    const rule = [...static_, ...(own === undefined ? [] : [`read back: ${own.rule}`])];
    return [
      spellings(flag),
      flag.type,
      code(flag.default ?? ''),
      code(flag.env ?? ''),
      rule.join('; '),
      own?.from ?? 'as said above',
    ];
  });
  return [...table(['parameter (flag)', 'type', 'default', 'variable', 'rule', 'read back from'], rows), ''];
}

function spellings({ aliases, negations = [] }: FlagEntry): string {
  return [...aliases, ...negations].map(code).join(' ');
}

function rules(all: readonly StaticRule[]): readonly string[] {
  const rows = all.map(({ kind, flags: about_, says, source }) => [
    KINDS[kind],
    about_.map(code).join(' '),
    says,
    source.wording === null ? source.where : `${source.where}: "${source.wording}"`,
  ]);
  return table(['', 'flags', 'rule', 'known from'], rows);
}
