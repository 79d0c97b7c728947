/** The first frame of a program that was started as such, and not of a child that another one has forked or spawned. */
const MAIN = /^ +File "(?!<string>)[^"]{1,400}", line \d+, in (?:<module>|_run_module_as_main)$/;
const FRAME = /^ +File "/;
const BEGINS = /^Traceback \(most recent call last\):$/;
const STOPPED = /^(?:KeyboardInterrupt|SystemExit: 0)\b/;

/**
 * Follows the tracebacks of a Python program, of lines without any prefix. A traceback that begins in the program's main
 * module and is not caught ends the program, with the line that follows its frames.
 */
export class Tracebacks {
  #state: 'none' | 'begun' | 'main' = 'none';

  /** What this line tells: the program ended by an error, or by Ctrl-C; null: neither. */
  observe(text: string): 'end' | 'stop' | null {
    if (BEGINS.test(text)) this.#state = 'begun';
    else if (this.#state === 'begun' && FRAME.test(text)) this.#state = MAIN.test(text) ? 'main' : 'none';
    else if (
      this.#state === 'main' &&
      /^[\w.]{0,120}(?:Error|Exception|Interrupt|Exit|Iteration)\b/.test(text)
    ) {
      this.#state = 'none';
      return STOPPED.test(text) ? 'stop' : 'end';
    }
    return null;
  }
}
