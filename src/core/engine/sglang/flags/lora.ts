/** Adapters (LoRA). Columns: see `../flags.ts`. */
export const LORA = `
--enable-lora | switch
--enable-lora-overlap-loading | switch
--max-lora-rank | number
--lora-target-modules | list
--lora-paths | list
--max-loaded-loras | number
--max-loras-per-batch | number | 8
--lora-eviction-policy | choice | lru
--lora-backend | choice | csgmv
--max-lora-chunk-size | choice | 16
--experts-shared-outer-loras !--no-experts-shared-outer-loras | switch
--lora-use-virtual-experts | switch | false
--lora-strict-loading !--no-lora-strict-loading | switch | false
--lora-drain-wait-threshold | number | 0.0
`;
