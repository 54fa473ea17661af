/** What the halves of an endpoint need from it. */

export interface Outlet {
  /** Sends a segment of the stream. */
  sendData(start: number, end: number, isAgain: boolean, nowNs: number): void;
  /** Sends a segment again. @param row of the segment */
  repeat(row: number, nowNs: number): void;
  /** Sends an acknowledgement without data. */
  sendAcknowledgement(nowNs: number): void;
  setTimer(kind: number, atNs: number): void;
  clearTimer(kind: number): void;
}
