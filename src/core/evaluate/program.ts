/**
 * The program that judges an answer. The answer and its tests are texts of their own, so that an answer which is no Python
 * is told as such, and is not run as a script (`__name__` is another). The last line prints `proof`, which the answer does
 * not know: one that ends the program early has not passed.
 */
export function judgingProgram(code: string, tests: string, proof: string): string {
  return [
    `names = {"__name__": "answer"}`,
    `exec(compile(${python(code)}, "answer.py", "exec"), names)`,
    `exec(compile(${python(tests)}, "tests.py", "exec"), names)`,
    `print("\\n" + ${python(proof)})`,
    '',
  ].join('\n');
}

/** A JSON string is a string of Python too, where no surrogate stands alone. */
function python(text: string): string {
  return JSON.stringify(text.replace(/[\ud800-\udfff]/gu, '\ufffd'));
}
