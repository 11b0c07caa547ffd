/** A socket server that does nothing but send back what came: the least that any pool costs. */
import { createServer, type AddressInfo } from "node:net";

const server = createServer({ noDelay: true }, (socket) => {
  socket.on("error", () => socket.destroy());
  socket.on("data", (bytes) => socket.write(bytes));
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit(0));
