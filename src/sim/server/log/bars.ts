/** Length as tqdm prints it: minutes and seconds. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}

function pace(done: number, total: number, seconds: number): string {
  if (done === 0 || seconds === 0) return `[${clock(seconds)}<?, ?it/s]`;
  const each = seconds / done;
  const rate = each >= 1 ? `${each.toFixed(2)}s/it` : `${(1 / each).toFixed(2)}it/s`;
  return `[${clock(seconds)}<${clock(each * (total - done))}, ${rate.padStart(10)}]`;
}

/**
 * tqdm's bar while weights are read. It begins with a carriage return and has no end of line: under a journal all
 * states of the bar become one long line when it ends.
 */
export function shardBar(done: number, total: number, seconds: number): string {
  const percent = String(Math.floor((100 * done) / total)).padStart(3);
  return `\rLoading safetensors checkpoint shards: ${percent}% Completed | ${done}/${total} ${pace(done, total, seconds)}`;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const BAR_WIDTH = 10;

/** tqdm's bar while CUDA graphs are captured, largest batch first. */
export function captureBar(input: {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly seconds: number;
}): string {
  const { label, done, total, seconds } = input;
  const cells = Math.floor((done / total) * BAR_WIDTH * 8);
  const bar = '█'.repeat(Math.floor(cells / 8)) + (EIGHTHS[cells % 8] ?? '');
  const percent = String(Math.floor((100 * done) / total)).padStart(3);
  return `\r${label}: ${percent}%|${bar.padEnd(BAR_WIDTH)}| ${done}/${total} ${pace(done, total, seconds)}`;
}
