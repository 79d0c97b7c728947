const chunked = (rest: string) => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${rest}`;
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello';

/** Answers byte for byte, as latin1. */
export const CORPUS: Readonly<Record<string, string>> = {
  'a length': OK,
  'a length of 0': 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
  'a length with zeros before it': 'HTTP/1.1 200 OK\r\ncontent-length: 005\r\n\r\nhello',
  'a length, cut off': 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello',
  'line ends in the body': 'HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\n\r\n\r\n\r\n\r\n',
  'one chunk': chunked('5\r\nhello\r\n0\r\n\r\n'),
  'many chunks': chunked('1\r\na\r\n2\r\nbc\r\n003\r\ndef\r\n00\r\n\r\n'),
  'no chunk but the last': chunked('0\r\n\r\n'),
  'sizes in upper and lower hex': chunked(
    `A\r\n0123456789\r\nb\r\n0123456789a\r\n1F\r\n${'x'.repeat(31)}\r\n0\r\n\r\n`,
  ),
  'line ends and sizes in a chunk': chunked('a\r\n0\r\n\r\n5\r\n\r\n\r\n0\r\n\r\n'),
  extensions: chunked('5;a=b;c="d"\r\nhello\r\n0;last\r\n\r\n'),
  trailers: chunked('5\r\nhello\r\n0\r\nx-sum: 1\r\nx-more: 2\r\n\r\n'),
  'chunks, cut off in one': chunked('9\r\nhello'),
  'chunks, cut off behind one': chunked('5\r\nhello\r\n'),
  'chunks, cut off within the last': chunked('5\r\nhello\r\n0\r\n'),
  'chunks, cut off within trailers': chunked('5\r\nhello\r\n0\r\nx-sum: 1\r\n'),
  'a coding before the chunks':
    'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, Chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'a coding in two headers':
    'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'a coding without chunks': 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  '204': 'HTTP/1.1 204 No Content\r\n\r\n',
  '204 with a length of 0': 'HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n',
  '304 with the length of what is not there': 'HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n',
  '304 with chunks that are not there': 'HTTP/1.1 304 Not Modified\r\ntransfer-encoding: chunked\r\n\r\n',
  'an interim answer before': `HTTP/1.1 100 Continue\r\n\r\n${OK}`,
  'several interim answers before': `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${OK}`,
  'only an interim answer': 'HTTP/1.1 100 Continue\r\n\r\n',
  'the end of the connection': 'HTTP/1.1 200 OK\r\n\r\nhello',
  'the end of the connection at once': 'HTTP/1.1 200 OK\r\n\r\n',
  'the end of the connection, announced': 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nhello',
  'HTTP/1.0': 'HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\nhello',
  'HTTP/1.0 by its end': 'HTTP/1.0 200 OK\r\n\r\nhello',
  'HTTP/1.0 that is kept': 'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 5\r\n\r\nhello',
  'HTTP/1.0 that says close': 'HTTP/1.0 200 OK\r\nconnection: close\r\ncontent-length: 5\r\n\r\nhello',
  'connection: close': 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 5\r\n\r\nhello',
  'Connection: Close': 'HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 5\r\n\r\nhello',
  'close among others': 'HTTP/1.1 200 OK\r\nconnection: x-hop, close\r\ncontent-length: 5\r\n\r\nhello',
  'close in the second of two':
    'HTTP/1.1 200 OK\r\nconnection: x-hop\r\nconnection: close\r\ncontent-length: 5\r\n\r\nhello',
  'keep-alive: timeout=5':
    'HTTP/1.1 200 OK\r\nconnection: keep-alive\r\nkeep-alive: timeout=5, max=100\r\ncontent-length: 5\r\n\r\nhello',
  'odd spaces': 'HTTP/1.1 200 OK\r\nContent-Length:5\r\nx-a:\t  b \t c \t\r\nx-b:\r\nx-c:    \r\n\r\nhello',
  'odd names and values':
    'HTTP/1.1 200 OK\r\nx!#$%&\'*+.^_`|~9: a:b:"c"\xe9\r\ncontent-length: 5\r\n\r\nhello',
  'headers that come twice':
    'HTTP/1.1 200 OK\r\nx-a: b\r\nX-A: c\r\nvary: a\r\nvary: b\r\ncontent-length: 5\r\n\r\nhello',
  'no reason': 'HTTP/1.1 200\r\ncontent-length: 5\r\n\r\nhello',
  'an empty reason': 'HTTP/1.1 200 \r\ncontent-length: 5\r\n\r\nhello',
  'an odd reason': 'HTTP/1.1 503 Ma\xf1ana: \t"!"\r\ncontent-length: 5\r\n\r\nhello',
  'an odd status': 'HTTP/1.1 799 X\r\ncontent-length: 5\r\n\r\nhello',
  nothing: '',
  'half a head': 'HTTP/1.1 200 OK\r\ncontent-le',
};
