/** An independent reader of the little that the tests look at: header, metadata, tensor table of a GGUF file. */
export interface GgufFile {
  readonly version: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly tensors: readonly GgufTensor[];
  /** Where the data begins: after the header, rounded up to 32 bytes. */
  readonly dataStart: number;
}

export interface GgufTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: number;
  readonly offset: number;
}

export function readGguf(file: Buffer): GgufFile {
  let at = 0;
  const u32 = () => file.readUInt32LE((at += 4) - 4);
  const u64 = () => Number(file.readBigUInt64LE((at += 8) - 8));
  const text = () => {
    const length = u64();
    return file.toString('utf8', at, (at += length));
  };
  const value = (kind: number): unknown => {
    if (kind === 4) return u32();
    if (kind === 5) return file.readInt32LE((at += 4) - 4);
    if (kind === 6) return file.readFloatLE((at += 4) - 4);
    if (kind === 8) return text();
    if (kind !== 9) throw new Error(`unknown kind ${kind} at byte ${at}`);
    const itemKind = u32();
    return Array.from({ length: u64() }, () => value(itemKind));
  };

  if (file.toString('latin1', 0, (at += 4)) !== 'GGUF') throw new Error('no GGUF file');
  const version = u32();
  const tensorCount = u64();
  const metadata = Object.fromEntries(Array.from({ length: u64() }, () => [text(), value(u32())]));
  const tensors = Array.from({ length: tensorCount }, () => {
    const name = text();
    const shape = Array.from({ length: u32() }, u64);
    return { name, shape, type: u32(), offset: u64() };
  });
  return { version, metadata, tensors, dataStart: Math.ceil(at / 32) * 32 };
}
