// Compares the samples with TensorFlow.js itself: npm i @tensorflow/tfjs-core @tensorflow/tfjs-backend-cpu, then
// NODE_PATH=…/node_modules node check.js. Prints which values differ, and which of ../tfjs-malformed it refuses.
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const tf = require('@tensorflow/tfjs-core');
require('@tensorflow/tfjs-backend-cpu');

async function load(file) {
  const text = JSON.parse(fs.readFileSync(file));
  const manifest = Array.isArray(text) ? text : text.weightsManifest;
  const folder = path.dirname(file);
  const weights = {};
  for (const group of manifest) {
    const buffers = group.paths.map((name) => new Uint8Array(fs.readFileSync(path.join(folder, name))).slice().buffer);
    Object.assign(weights, tf.io.decodeWeights(buffers, group.weights));
  }
  return weights;
}

function digest(tensor) {
  let data = tensor.dataSync();
  if (tensor.dtype === 'complex64') data = new Float32Array(data);
  return crypto.createHash('sha256').update(Buffer.from(data.buffer, data.byteOffset, data.byteLength)).digest('hex');
}

(async () => {
  const known = JSON.parse(fs.readFileSync(path.join(__dirname, 'manifest.json')));
  for (const file of known.files) {
    const weights = await load(path.join(__dirname, file.file));
    for (const tensor of file.tensors) {
      // float16 is widened by TensorFlow.js, and kept here.
      const verdict = tensor.dtype === 'F16' ? 'not compared' :
          digest(weights[tensor.name]) === tensor.sha256_c_order_le ? 'same' : 'DIFFERS';
      console.log(file.file, tensor.name, verdict);
    }
  }
  const folder = path.join(__dirname, '..', 'tfjs-malformed');
  for (const one of JSON.parse(fs.readFileSync(path.join(folder, 'expected.json'))).files) {
    let verdict = 'accepted';
    if (/endless|huge|overflow/.test(one.file)) continue;  // these take TensorFlow.js too long
    try {
      await load(path.join(folder, one.file));
    } catch (error) {
      verdict = `refused: ${error.message}`;
    }
    console.log(one.file, verdict);
  }
})();
