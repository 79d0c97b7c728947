import { visible } from '../../core/visible.ts';

/** HTML that was made here. Whatever is not of this class is foreign, and escaped where it is put in. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Markup | string | number | null | readonly Piece[];

/** The only way to write HTML: `html\`<td>${name}</td>\``. Attributes stand in double quotes. null is nothing. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...pieces.map(rendered)));
}

function rendered(piece: Piece): string {
  if (piece === null) return '';
  if (piece instanceof Markup) return piece.text;
  if (Array.isArray(piece)) return piece.map(rendered).join('');
  return escaped(visible(String(piece), { multiline: true }));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** At most `most` characters, and how many more there are: one line of a log may have 64 KiB. */
export function shortened(text: string, most: number): string {
  const characters = [...text.slice(0, 2 * most)];
  if (text.length <= most || characters.length <= most) return text;
  const kept = characters.slice(0, most).join('');
  return `${kept} … (${text.length - kept.length} more characters)`;
}
