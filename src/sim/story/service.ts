/** The service of the story: what the team ran, under a name of its own. */
export const UNIT = 'sglang-k26.service';
export const UNIT_PATH = `/etc/systemd/system/${UNIT}`;
export const PORT = 30_000;
export const PYTHON = '/opt/sglang/bin/python3';
export const MODEL = 'kimi-k2.6';

const ARGUMENTS = (port: number) => [
  '-m sglang.launch_server',
  '--model-path /models/Kimi-K2.6',
  `--served-model-name ${MODEL}`,
  '--trust-remote-code',
  '--tp-size 8',
  '--host 0.0.0.0',
  `--port ${port}`,
  '--mem-fraction-static 0.90',
  '--enable-metrics',
  '--speculative-algorithm DDTREE',
  '--speculative-draft-model-path /models/Kimi-K2.6-DFlash',
  '--speculative-dflash-block-size 8',
  '--speculative-ddtree-budget 8',
  '--speculative-ddtree-topk 4',
];

/** The unit as its operators wrote it. Holdpoint never edits it. */
export function unitText(port: number): string {
  return `[Unit]
Description=SGLang Kimi K2.6 with DDTree
After=network-online.target nvidia-persistenced.service

[Service]
Type=simple
User=root
WorkingDirectory=/opt/sglang
Environment=CUDA_DEVICE_ORDER=PCI_BUS_ID
ExecStart=${PYTHON} ${ARGUMENTS(port).join(' ')}
Restart=always
RestartSec=5
TimeoutStopSec=90

[Install]
WantedBy=multi-user.target
`;
}
