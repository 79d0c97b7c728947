/**
 * Foreign text (logs, model output, other users' argv) made harmless for any sink: control, escape, C1, bidirectional,
 * zero-width and unpaired surrogate characters become `\x1b`-like text. A newline becomes `\n` as two characters unless
 * `multiline` is set; a tab stays visible as `\t`.
 */
export function visible(text: string, options: { readonly multiline?: boolean } = {}): string {
  let out = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code === 0x0a && options.multiline === true) out += char;
    else if (isHidden(code)) out += escaped(code);
    else out += char;
  }
  return out;
}

function isHidden(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    code === 0xad ||
    code === 0x061c ||
    code === 0x180e ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    code === 0xfeff ||
    (code >= 0xfff9 && code <= 0xfffb) ||
    (code >= 0xe0000 && code <= 0xe007f)
  );
}

function escaped(code: number): string {
  if (code === 0x0a) return '\\n';
  if (code === 0x0d) return '\\r';
  if (code === 0x09) return '\\t';
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  return `\\u{${code.toString(16)}}`;
}
