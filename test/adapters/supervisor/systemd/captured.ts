/** What systemd 252 printed for `systemctl show -p ...` in its own order, of a unit in several states. */
function show(values: Readonly<Record<string, string>>): string {
  const inItsOrder = [
    ['Type', 'simple'],
    ['Restart', 'always'],
    ['MainPID', '0'],
    ['Result', 'success'],
    ['NRestarts', '0'],
    ['ExecMainStartTimestampMonotonic', '0'],
    ['ExecMainPID', '0'],
    ['ExecMainCode', '0'],
    ['ExecMainStatus', '0'],
    ['ControlGroup', ''],
    ['Id', 'llm.service'],
    ['LoadState', 'loaded'],
    ['ActiveState', 'inactive'],
    ['SubState', 'dead'],
    ['FragmentPath', '/run/systemd/system/llm.service'],
    ['DropInPaths', ''],
    ['Job', ''],
    ['InvocationID', ''],
  ] as const;
  return inItsOrder.map(([name, value]) => `${name}=${values[name] ?? value}\n`).join('');
}

export const ACTIVE = show({
  MainPID: '149',
  ExecMainStartTimestampMonotonic: '13577428164',
  ExecMainPID: '149',
  ControlGroup: '/system.slice/llm.service',
  ActiveState: 'active',
  SubState: 'running',
  DropInPaths: '/run/systemd/system/llm.service.d/zz-holdpoint.conf',
  InvocationID: 'e8b5971581bb40f9b86dff032c458321',
});

export const FAILED = show({
  Restart: 'no',
  Result: 'signal',
  ExecMainStartTimestampMonotonic: '13578504339',
  ExecMainPID: '187',
  ExecMainCode: '2',
  ExecMainStatus: '9',
  ActiveState: 'failed',
  SubState: 'failed',
  InvocationID: '4f4a6c0c54dd4faeb1e21114eee1b497',
});

export const RESTARTING = show({
  Result: 'exit-code',
  ExecMainPID: '221',
  ExecMainCode: '1',
  ExecMainStatus: '3',
  ActiveState: 'activating',
  SubState: 'auto-restart',
  InvocationID: '3a1c9f297be64b9d8b281f2408496ba8',
});

export const UNLOADED = show({});

/** The generation of `JOURNAL`. */
export const INVOCATION = 'e8b5971581bb40f9b86dff032c458321';

/** `journalctl -o json --all --output-fields=...` of a unit that printed `a\rb` and `hello`. */
export const JOURNAL = `{"__CURSOR":"s=0aa3;i=27;b=e424;m=329471f60;t=661718f64e312;x=f248","__REALTIME_TIMESTAMP":"1795990225216274","__MONOTONIC_TIMESTAMP":"13577428832","_BOOT_ID":"e424aa4a93134dcda49471b82d943a47","PRIORITY":"6","MESSAGE":"Started llm.service - Fake.","INVOCATION_ID":"e8b5971581bb40f9b86dff032c458321"}
{"_BOOT_ID":"e424aa4a93134dcda49471b82d943a47","PRIORITY":"6","__REALTIME_TIMESTAMP":"1795990225235932","MESSAGE":[97,13,98],"__CURSOR":"s=0aa3;i=28;b=e424;m=329476c2b;t=661718f652fdc;x=1c1c","__MONOTONIC_TIMESTAMP":"13577448491","_SYSTEMD_INVOCATION_ID":"e8b5971581bb40f9b86dff032c458321"}
{"_BOOT_ID":"e424aa4a93134dcda49471b82d943a47","PRIORITY":"6","__REALTIME_TIMESTAMP":"1795990225235932","MESSAGE":"hello","__CURSOR":"s=0aa3;i=29;b=e424;m=329476c2b;t=661718f652fdc;x=4237","__MONOTONIC_TIMESTAMP":"13577448491","_SYSTEMD_INVOCATION_ID":"e8b5971581bb40f9b86dff032c458321"}
`;
