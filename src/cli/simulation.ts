/** What `holdpoint sim` is asked for. */
export interface SimulationOptions {
  /** Absolute. */
  readonly dir: string;
  readonly speed: number;
  readonly seed: number;
  readonly faults: readonly string[];
  readonly devices: number;
  /** Of the service, on the simulated host and on this machine. */
  readonly port: number;
  /** Told what goes wrong after it has begun. */
  readonly trouble: (text: string) => void;
}

/** A simulated host that other processes can see. */
export interface Simulation {
  /** For the environment of these processes; `PATH` is to be put in front of theirs. */
  readonly env: Readonly<Record<'HOLDPOINT_HOST' | 'SIM_ROOT' | 'UNIT_FILE' | 'PATH', string>>;
  readonly endpoint: string;
  readonly unit: string;
  /** Its path on the simulated host. */
  readonly unit_path: string;
  /** A holdpoint.yaml for its service. */
  readonly configuration_file: string;
  stop(): Promise<void>;
}
