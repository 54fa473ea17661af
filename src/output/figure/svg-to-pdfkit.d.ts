declare module 'svg-to-pdfkit' {
  export default function draw(
    document: unknown,
    svg: string,
    x: number,
    y: number,
    options: {
      assumePt: boolean;
      fontCallback: (family: string, bold: boolean, italic: boolean) => string;
    },
  ): void;
}
