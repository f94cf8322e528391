declare module "virtual:engine" {
  const packed: string;
  export default packed;
}
