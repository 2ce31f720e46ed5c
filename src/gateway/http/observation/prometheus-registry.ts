/** A `Registry` of `@prometheus-io/client` or of `prom-client`, of any version that has these functions. */
export interface PrometheusRegistry {
  registerMetric(metric: object): void;
  getSingleMetric(name: string): unknown;
  removeSingleMetric(name: string): void;
}
