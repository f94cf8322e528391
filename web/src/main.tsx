import { render } from "preact";
import { App } from "./app";
import { open } from "./content";
import { load } from "./engine/engine";
import { start } from "./opponent";
import "./style.css";

const target = document.getElementById("app")!;

load()
  .then(() => {
    open();
    start();
    render(<App />, target);
    document.documentElement.dataset.ready = "yes";
  })
  .catch((error: unknown) => {
    target.textContent = `The engine of this page cannot start: ${error instanceof Error ? error.message : error}`;
  });
