/** Flags with one value, without their dashes. From the usage text of 0.5.23, and older names that still work. */
export const VALUES = `
admin-api-key api-key asr-max-buffer-seconds asr-max-concurrent-sessions attention-backend
attn-cp-size attn-dp-size base-gpu-id batch-notify-size bf16-gemm-backend boundary-reduction
c128-page-size chat-template chunked-prefill-size completion-template config
constrained-json-max-whitespace-cnt constrained-json-whitespace-pattern context-length cp-strategy
cpu-offload-gb crash-dump-folder cuda-graph-backend-decode cuda-graph-backend-prefill
cuda-graph-config cuda-graph-max-bs cuda-graph-max-bs-decode cuda-graph-max-bs-prefill
cuda-graph-max-seq-len-prefill cuda-graph-prefill-max-context dcp-comm-backend dcp-size
debug-tensor-dump-input-file debug-tensor-dump-output-folder decode-attention-backend
decode-log-interval decoupled-spec-bind-endpoint decoupled-spec-connect-endpoints
decoupled-spec-rank decoupled-spec-role decrypted-config-file decrypted-draft-config-file
deepep-config deepep-dispatcher-output-dtype deepep-mode deepep-v2-mode default-chat-template-kwargs
default-priority-value detokenizer-worker-num device disaggregation-bootstrap-port
disaggregation-decode-allocation-policy disaggregation-decode-extra-slots
disaggregation-decode-host-receive-threshold disaggregation-decode-polling-interval
disaggregation-decode-retraction-backup disaggregation-ib-device disaggregation-mode
disaggregation-transfer-backend dist-init-addr dist-timeout dllm-algorithm dllm-algorithm-config
download-dir dp-size dsa-decode-backend dsa-paged-mqa-logits-backend dsa-prefill-backend
dsa-topk-backend dsa-triton-union dsv4-attn-backend dsv4-prefill-backend dtype dwdp-size
dynamic-batch-tokenizer-batch-size dynamic-batch-tokenizer-batch-timeout elastic-ep-backend
elastic-ep-initial-size elastic-ep-join-mode elastic-ep-join-rank-offset elastic-ep-scale-timeout
encoder-bootstrap-port encoder-transfer-backend engine-info-bootstrap-port ep-dispatch-algorithm
ep-num-redundant-experts ep-size eplb-algorithm eplb-min-rebalancing-utilization-threshold
eplb-rebalance-layers-per-chunk eplb-rebalance-num-iterations expert-balancedness-report-mode
expert-distribution-recorder-buffer-size expert-distribution-recorder-mode
export-metrics-to-file-dir extra-metric-labels fastapi-root-path file-storage-path
flashinfer-a2a-dispatch-type flashinfer-allreduce-fusion-backend flashinfer-mxfp4-moe-precision
flexkv-config-file forward-hooks fp4-gemm-backend fp8-gemm-backend fuseep-mode gated-launch-port
gc-warning-threshold-secs gpu-id-step grammar-backend grpc-port grpc-response-timeout-secs
hf-chat-template-name hicache-host-memory-fraction hicache-host-memory-mode hicache-io-backend
hicache-mem-layout hicache-ratio hicache-size hicache-storage-backend
hicache-storage-backend-extra-config hicache-storage-prefetch-policy
hicache-storage-prefetch-retry-max-attempts hicache-storage-prefetch-retry-poll-interval
hicache-write-policy hisparse-config host http2-initial-connection-window-size
http2-max-concurrent-streams image-processor-backend init-expert-location int8-mamba-ckpt-size
json-model-override-args kt-cpuinfer kt-max-deferred-experts-per-token kt-method kt-num-gpu-experts
kt-threadpool-count kt-weight-path kv-cache-dtype kv-canary kv-canary-real-data
kv-canary-sweep-interval kv-events-config limit-mm-data-per-request linear-attn-backend
linear-attn-decode-backend linear-attn-prefill-backend linear-attn-verify-backend
linear-replayssm-cache-len lmcache-config-file load-balance-method load-format load-publish-endpoint
load-snapshot-publish-interval log-level log-level-http log-requests-format log-requests-level
lora-backend lora-drain-wait-threshold lora-eviction-policy mamba-backend mamba-cache-philox-rounds
mamba-full-memory-ratio mamba-max-states-per-path mamba-radix-cache-strategy mamba-ssm-dtype
mamba-track-interval max-ep-size max-loaded-loras max-lora-chunk-size max-lora-rank
max-loras-per-batch max-mamba-cache-size max-prefill-tokens max-queued-requests max-running-requests
max-total-tokens media-url-max-file-size-mb mem-fraction-static min-free-slots-delay
mm-attention-backend mm-feature-transport mm-global-cache-backend mm-io-worker-num
mm-preprocess-cache-size-mb mm-process-config mm-processor-worker-num model-config-parser model-impl
model-loader-extra-config model-path modelexpress-config modelopt-checkpoint-restore-path
modelopt-checkpoint-save-path modelopt-export-path modelopt-quant moe-a2a-backend moe-dense-tp-size
moe-dp-size moe-runner-backend monokernel-backend mooncake-ib-device msprobe-dump-config nccl-port
nnodes node-rank num-continuous-decode-steps num-reserved-decode-tokens offload-group-size
offload-mode offload-num-in-group offload-prefetch-step optimistic-prefill-attempts
otlp-service-name otlp-traces-endpoint page-size paged-experts-num-resident pdmux-config-path
ple-offload-backend ple-offload-dir port pp-async-batch-depth pp-max-micro-batch-size pp-size
preferred-sampling-params prefill-attention-backend prefill-decode-interval
prefill-decode-interval-min-bs prefill-delayer-max-delay-ms prefill-delayer-max-delay-passes
prefill-delayer-queue-min-ratio prefill-delayer-token-usage-low-watermark
prefill-kv-cache-dequant-dtype prefill-max-requests priority-scheduling-preemption-threshold
qsa-indexer-dtype quantization quantization-param-path radix-cache-backend radix-eviction-policy
radix-eviction-policy-config random-seed reasoning-parser remote-instance-weight-loader-backend
remote-instance-weight-loader-seed-instance-ip
remote-instance-weight-loader-seed-instance-service-port
remote-instance-weight-loader-send-weights-group-ports retraction-policy return-hidden-states-mode
revision rl-on-policy-target rl-quant-profile sampling-backend sampling-defaults
sampling-mask-max-tokens schedule-conservativeness schedule-policy scheduler-recv-interval
served-model-name shared-experts-tp-size sidecar sidecar-args sm-group-num smg-http-sidecar-port
soft-watchdog-timeout spec-trace-dir speculative-accept-threshold-acc
speculative-accept-threshold-single speculative-adaptive-config speculative-algorithm
speculative-attention-mode speculative-dflash-block-size speculative-domino-candidate-pool-size
speculative-draft-attention-backend speculative-draft-kv-cache-dtype speculative-draft-load-format
speculative-draft-model-path speculative-draft-model-quantization speculative-draft-model-revision
speculative-draft-sink-size speculative-draft-window-size speculative-dsa-topk-backend
speculative-dspark-block-size speculative-dspark-confidence-sts-path
speculative-dspark-sps-table-path speculative-eagle-topk speculative-moe-a2a-backend
speculative-moe-runner-backend speculative-ngram-capacity
speculative-ngram-external-corpus-max-tokens speculative-ngram-external-corpus-path
speculative-ngram-external-sam-budget speculative-ngram-match-type speculative-ngram-max-bfs-breadth
speculative-ngram-max-trie-depth speculative-ngram-min-bfs-breadth speculative-num-draft-tokens
speculative-num-steps speculative-token-map ssl-ca-certs ssl-certfile ssl-keyfile
ssl-keyfile-password startup-weight-load-mode stream-interval swa-full-tokens-ratio swa-prefix-tails
tbo-token-distribution-threshold tokenizer-backend tokenizer-metrics-custom-labels-header
tokenizer-mode tokenizer-path tokenizer-worker-num tool-call-parser tool-server torch-compile-max-bs
tp-size trace-modules triton-attention-num-kv-splits triton-attention-split-tile-size
unified-cache-external-linker-backend unified-cache-external-linker-config uno-lora-path warmups
watchdog-timeout watermark-config weight-cache-mode weight-cache-socket weight-cache-timeout
weight-loader-prefetch-num-threads weight-version
`;
