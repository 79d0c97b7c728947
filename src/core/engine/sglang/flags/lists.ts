/** Flags that take all words up to the next flag, without their dashes. From the usage text of 0.5.23. */
export const LISTS = `
allowed-media-domains bucket-e2e-request-latency bucket-inter-token-latency
bucket-time-to-first-token cuda-graph-bs cuda-graph-bs-decode cuda-graph-bs-prefill
custom-weight-loader debug-tensor-dump-layers encoder-register-urls encoder-urls
flashinfer-autotune-skip-ops gc-threshold generation-tokens-buckets log-requests-target lora-paths
lora-target-modules model-checksum numa-node prefill-delayer-forward-passes-buckets
prefill-delayer-wait-seconds-buckets prompt-tokens-buckets return-aux-hidden-state-layer-ids
tokenizer-metrics-allowed-custom-labels uvicorn-access-log-exclude-prefixes
`;
