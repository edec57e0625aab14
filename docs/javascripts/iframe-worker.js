/* Search in pages that are opened as files.

   Browsers start no worker from a file. There, this script replaces Worker by an object with the same three members,
   which runs the script in a hidden frame of the page. Pages from a server use the browser's own workers. */

if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.frame = frame;
      const inside = frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = async (...urls) => {
        for (const one of urls) await this.load(one);
      };
      this.loaded = this.load(url);
    }

    load(url) {
      const script = this.frame.contentDocument.createElement("script");
      script.src = new URL(url, location.href).href;
      const loaded = new Promise((done, failed) => {
        script.onload = done;
        script.onerror = () => failed(new Error(`${url} cannot be loaded`));
      });
      this.frame.contentDocument.body.append(script);
      return loaded;
    }

    async postMessage(data) {
      await this.loaded;
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
