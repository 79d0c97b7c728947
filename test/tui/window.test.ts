import { expect, test } from 'vitest';
import { Window } from '../../src/tui/window.ts';
import { Screen } from './screen.ts';

function terminal(columns = 80, rows = 24) {
  const screen = new Screen(columns);
  const output = { isTTY: true, columns, rows, write: (text: string) => screen.write(text) };
  return { screen, output, window: new Window(output) };
}

test('a frame is drawn over the last one; what became shorter leaves nothing behind', () => {
  const { screen, window } = terminal();
  window.draw(['one', 'two', 'three']);
  window.draw(['uno', 'dos']);
  expect(screen.lines).toEqual(['uno', 'dos', '']);
});

test('a printed line stays above the window', () => {
  const { screen, window } = terminal();
  window.draw(['frame 1', 'x']);
  window.print('n2: failed');
  window.draw(['frame 2', 'x']);
  expect(screen.lines).toEqual(['n2: failed', 'frame 2', 'x', '']);
});

test('in a terminal that became narrower the rows of the wrapped lines are erased too', () => {
  const written: string[] = [];
  const output = { isTTY: true, columns: 80, rows: 24, write: (text: string) => void written.push(text) };
  const window = new Window(output);
  window.draw(['x'.repeat(80), 'y']);
  output.columns = 40;
  window.draw(['x']);
  expect(written.at(-1)).toContain('\r\x1b[3A');
});

test('it never goes up further than the terminal is high', () => {
  const written: string[] = [];
  const window = new Window({
    isTTY: true,
    columns: 80,
    rows: 5,
    write: (text: string) => void written.push(text),
  });
  window.draw(Array.from({ length: 10 }, () => 'x'));
  window.draw(['x']);
  expect(written.at(-1)).toContain('\x1b[4A');
});
