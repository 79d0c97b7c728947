import type { YAMLError } from 'yaml';

/** What would be right, by the parser's own codes. */
const REMEDIES: Readonly<Record<string, string>> = {
  BAD_INDENT: 'items of one mapping or list begin in the same column',
  TAB_AS_INDENT: 'indent with spaces',
  MISSING_CHAR: 'add it; text with special characters stands in quotes',
  UNEXPECTED_TOKEN: 'text with special characters stands in quotes',
  BAD_SCALAR_START: 'text that begins with a special character stands in quotes',
  BAD_DQ_ESCAPE: 'a backslash in double quotes is written \\\\, or use single quotes',
  MULTILINE_IMPLICIT_KEY: 'a key stands on one line with its colon',
  BLOCK_AS_IMPLICIT_KEY: 'begin the nested mapping on its own line',
  BLOCK_IN_FLOW: 'inside brackets and braces everything is written with brackets and braces',
  MULTIPLE_DOCS: 'one document in a file: remove the line `---` and what follows',
  TAG_RESOLVE_FAILED: 'leave the tag (!...) out',
  BAD_DIRECTIVE: 'leave the directive (%...) out',
};

export function yamlRemedy(error: YAMLError): string {
  return REMEDIES[error.code] ?? 'mind indentation, colons and quotes';
}

/** The parser's message in one line and in our case. */
export function yamlMessage(error: YAMLError): string {
  const first = error.message.split('\n')[0] ?? '';
  return `not valid YAML: ${first.charAt(0).toLowerCase()}${first.slice(1)}`;
}
