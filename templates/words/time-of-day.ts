/** A time of day, as numbers and as its region writes it. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly text: string;
  /** Whether the region's clock has twelve hours. */
  readonly isHalfDay: boolean;
}
