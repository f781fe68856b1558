#include "app/cli/findings/finding_rules.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

struct FindingRule {
    std::string_view begin; ///< of codes, as whole words
    std::string_view sentence;
};

constexpr auto findingRules = std::to_array<FindingRule>({
    {"activation-scale", "A scale that quantizes activations, not weights, has an unusual value."},
    {"alignment", "The header states an alignment that the format does not allow."},
    {"all-zero", "All elements of a tensor are zero: it may have been pruned, or never trained or loaded."},
    {"ambiguous-companions",
        "Several files could hold the values of these tensors, and nothing says which of them does."},
    {"archive-offsets", "The places that the archive states are not those where its members lie."},
    {"array", "An array in the header is not as the format requires."},
    {"arrays-unknown", "The file has arrays that no rule of the format explains."},
    {"batch", "A record batch of Arrow is not as the format requires."},
    {"big-endian", "The file is written for machines of the other byte order."},
    {"block", "A block of the file is damaged, or lies where it cannot be."},
    {"buffer", "A buffer is shorter than its tensor needs, or lies outside of the file."},
    {"buffers-missing", "The file that holds the buffers is not there."},
    {"bundle", "The header of a TensorFlow checkpoint is not one that can be read."},
    {"byteorder", "The file states a byte order that its values may not have."},
    {"bytes-escaped", "A text holds bytes that are not UTF-8; they are shown escaped."},
    {"chunk", "The chunks of a tensor leave gaps, overlap, or lie outside of its shape."},
    {"codec", "Values are compressed in a way that this program cannot read, or that nobody knows."},
    {"codes", "The codes of a quantized weight make poor use of their range."},
    {"column", "A column of a table is no tensor, or is broken."},
    {"companion", "A file that holds values, beside the one with the header, is missing or unsafe to open."},
    {"config", "The configuration beside the model contradicts the file, or could not be read."},
    {"constant", "All elements of a tensor have the same value."},
    {"count-huge", "A count in the header is larger than the file could hold."},
    {"crypt-info", "What the file says about its encryption is not as the format requires."},
    {"data", "The bytes of values are missing, or lie where no tensor should have them."},
    {"decoder-limit", "The header has more parts than this program reads."},
    {"dtype", "The dtype of a tensor is unknown, or none that the format or its reader accepts."},
    {"duplicate", "A tensor has the same bytes as another one."},
    {"duplicate-key", "An object of the header has the same key twice."},
    {"duplicate-name", "Two tensors have the same name."},
    {"e8m0-nan", "A scale with exponents alone (E8M0) is NaN, which makes its weights NaN."},
    {"edit-interrupted",
        "An edit of the header was interrupted; opening the file where it can be written finishes the edit."},
    {"encrypted", "Values are encrypted, and there is no key for them."},
    {"end-mark", "The mark that ends the file is missing: it may be cut."},
    {"entry", "An entry of the header is not as the format requires, or is no tensor."},
    {"error-reply", "The file is a server's reply about an error, not a model: a download has failed."},
    {"external", "What says where values outside of the file lie is not as the format requires."},
    {"feather-1", "The file is of Feather's first version, which is another format."},
    {"feature-flags", "The file asks for features that this program does not know."},
    {"file-truncated", "The file is shorter than its header says."},
    {"fixed-shape-invalid", "The shape that a column states for its tensors is not valid."},
    {"flatbuffer-broken", "An offset in the header leads outside of the file: the FlatBuffer is damaged."},
    {"footer", "The footer of the file is missing, damaged, or contradicts the rest."},
    {"g-idx", "The order of groups of a quantized weight does not fit its shape or its groups."},
    {"git-lfs-pointer", "The file is a pointer of Git LFS, not the model: git lfs pull fetches that."},
    {"graph", "The graph of the model is missing, or nested too deeply."},
    {"group", "A group of weights is not as the format requires."},
    {"gzip", "The file is compressed with gzip: it is no model before it is decompressed."},
    {"hash-block", "A stated digest is not as the format requires."},
    {"hdf5", "A part of the HDF5 file is damaged, or is none that can be read as a tensor."},
    {"header", "The header is damaged, too large, or not as the format requires."},
    {"html-page", "The file is a web page, not a model: a download has failed or needs a login."},
    {"import", "The pickle imports something: this program runs nothing of it, but others may."},
    {"index", "The index of the shards, or of the tensors, is damaged or contradicts the files."},
    {"infinity", "A tensor has infinite elements."},
    {"ir-version-missing", "The model does not state the version of ONNX that it follows."},
    {"item", "A piece of a distributed tensor is missing, or does not fit."},
    {"items-share-bytes", "Two pieces of distributed tensors lie in the same bytes."},
    {"json", "The JSON of the header is not valid."},
    {"keras", "The file is of Keras, and its layers say something about its tensors."},
    {"key", "A key that opens encrypted values, or a key of the header, is not as it should be."},
    {"layout-unsupported", "Values are laid out in a way that this program does not read."},
    {"lazy-view", "A tensor is a lazy view of another one (conjugate or negative), and is shown as it is stored."},
    {"mac-count", "The number of authentication codes does not fit the encrypted values."},
    {"magic", "The file does not begin with the bytes that the format begins with."},
    {"manifest-missing", "The manifest that says where the values lie is missing."},
    {"maybe-bfloat16", "Values of two bytes without a type may be BF16, which the format cannot name."},
    {"member", "A member of the archive is no array, or has an unusual path."},
    {"message", "A message of the file is cut or not valid."},
    {"metadata", "The metadata are not as the format requires, or too large to be shown whole."},
    {"more-archives", "The file holds several archives; the first one is shown."},
    {"more-findings", "There are more findings than are listed."},
    {"msgpack-invalid", "The MessagePack of the file is not valid."},
    {"name", "The name of a tensor or key is one that readers may refuse."},
    {"nan", "A tensor has elements that are NaN."},
    {"no", "The file lacks the part that would say which tensors it holds."},
    {"not-encrypted", "A key was given, and the values are not encrypted."},
    {"null", "The places without a value in a column are not as the format requires."},
    {"nulls", "A column has places without a value."},
    {"object-too-large", "An object of the file is larger than this program reads."},
    {"offset", "The bytes of tensors overlap, leave a hole, or are not in the order that the format requires."},
    {"opset-missing", "The model does not state the version of its operators."},
    {"orphan-companion", "A file that looks like a part of the model belongs to nothing that its header names."},
    {"orphan-storage-entry", "The archive holds values that no tensor uses."},
    {"outliers", "An element of a tensor is far away from all others."},
    {"packed", "A packed weight has a width or a view that does not fit its codes."},
    {"padding", "The space between parts of the file is not what the format requires."},
    {"path-invalid", "A path in the header is not valid."},
    {"pickle", "The pickle is damaged, too large, or does what no model needs."},
    {"place-unknown", "The header does not say where the values of a tensor lie."},
    {"protobuf", "The protocol buffer of the file is cut or damaged."},
    {"quant-map-unusual", "The table of values of a quantized weight is an unusual one."},
    {"quant-state-broken", "What says how a weight is quantized is damaged."},
    {"quantization-not-decoded", "A weight is quantized in a way that is not decoded: its codes are shown."},
    {"quantized", "A tensor is quantized in a way that is not decoded: its codes are shown."},
    {"scale", "A scale of a quantized weight is missing, does not fit, or has an unusual value."},
    {"scales-unread", "The scales of a quantized weight could not be read."},
    {"schema", "The schema of the file is missing, too large, or there twice."},
    {"shape", "The shape of a tensor is not valid, or contradicts other parts of the file."},
    {"shard", "A shard of the model is missing, unsafe to open, or does not fit the others."},
    {"size", "The size of a tensor does not fit its shape and dtype, or the file."},
    {"slices-mismatch", "The slices of a tensor do not cover it."},
    {"sparse", "A tensor is sparse: its parts are shown, not its values."},
    {"state-refused", "The state of an object in the pickle is not read, because that could run code."},
    {"storage", "A storage is missing, unreadable, or has another length than its tensors need."},
    {"storages-broken", "The list of storages is damaged."},
    {"string", "A text of the file is longer than this program reads, or stands where a tensor should."},
    {"subnormal", "Many elements of a tensor are so small that they have lost precision."},
    {"suffix-mismatch", "The content is not of the format that the suffix of the file promises."},
    {"table-footer", "The end of a table of the checkpoint is damaged."},
    {"tensor", "A tensor is described in a way that does not fit its values, its file, or the format."},
    {"too-deep", "The header is nested more deeply than this program reads."},
    {"top-folder", "The members of the archive do not lie in one folder, as the format requires."},
    {"torch-version", "The file states a version of PyTorch's format that is not known."},
    {"type", "A type in the header is unknown, or one that the format no longer has."},
    {"unknown-view", "A tensor is a view of an unknown kind, and is shown as it is stored."},
    {"unreferenced-file", "A file of the checkpoint belongs to no tensor."},
    {"unsafe-path", "A path leads out of the folder of the model, and is not followed."},
    {"value", "A value in the header is not as the format requires."},
    {"values", "How the values are to be read is stated in two ways, or not at all."},
    {"version", "The file states a version of its format that is not known."},
    {"weight", "A quantized weight is not valid, or has NaN in its codes."},
    {"zero-point", "A zero point of a quantized weight is missing, does not fit, or is out of range."},
    {"zip", "The ZIP archive that holds the tensors is damaged, or is not one that the format allows."},
});
static_assert(std::ranges::is_sorted(findingRules, {}, &FindingRule::begin));

} // namespace

std::string_view findingRule(std::string_view code)
{
    while (true) {
        const auto* const found = std::ranges::find(findingRules, code, &FindingRule::begin);
        if (found != findingRules.end())
            return found->sentence;
        const std::size_t dash = code.rfind('-');
        if (dash == std::string_view::npos)
            return {};
        code = code.substr(0, dash);
    }
}

} // namespace loupe
