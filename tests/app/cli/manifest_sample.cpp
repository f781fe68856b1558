#include "app/cli/manifest_sample.h"

#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace loupe::test {

namespace {

using nlohmann::json;

/// The name of a tensor in the manifest. Several keys, as in a nested dictionary, become a path.
std::string nameOf(const json& name)
{
    if (name.is_string())
        return name;
    std::string path;
    for (const json& key : name)
        path += (path.empty() ? "" : ".") + (key.is_string() ? key.get<std::string>() : key.dump());
    return path;
}

std::vector<KnownTensor> readTensors(const json& list, const char* digestKey, bool spellsDType = true)
{
    std::vector<KnownTensor> known;
    for (const json& tensor : list) {
        KnownTensor one;
        one.name = nameOf(tensor["name"]);
        one.dtype = spellsDType ? tensor["dtype"].get<std::string>() : "";
        one.shape = tensor.contains("length") ? json::array({tensor["length"]}) : tensor["shape"];
        one.digest = tensor.value(digestKey, json());
        one.stats = tensor.value("stats", json());
        one.entry = tensor;
        known.push_back(std::move(one));
    }
    return known;
}

/// Checks the header, data, offsets and totals, which both formats define exactly.
void checkPlainInfo(const ManifestSample& sample, const json& info)
{
    EXPECT_EQ(info["path"], sample.path());
    if (sample.folder == "bintensors") {
        EXPECT_EQ(info["variant"], "0.1");
    } else if (sample.folder == "bintensors-pre010"
        && !sample.tensors.empty()) { // without tensors, the layouts are the same
        EXPECT_EQ(info["variant"], "pre-0.1");
    }
    const std::uint64_t size = sample.file["bytes"];
    const std::uint64_t dataBegin = 8 + sample.file["header_len"].get<std::uint64_t>();
    EXPECT_EQ(info["files"],
        json::array(
            {{{"path", sample.path()}, {"bytes", size}, {"header", {8, dataBegin}}, {"data", {dataBegin, size}}}}));
    EXPECT_EQ(info["metadata"], sample.file["metadata"].is_null() ? json::object() : sample.file["metadata"]);
    EXPECT_TRUE(info["findings"].empty()) << info["findings"];
    std::uint64_t bytes = 0;
    std::uint64_t parameters = 0;
    for (std::size_t i = 0; i < sample.tensors.size(); ++i) {
        const json& wanted = sample.tensors[i].entry;
        const json& found = info["tensors"][i];
        SCOPED_TRACE(wanted["name"]);
        const std::uint64_t begin = wanted["file_offset"];
        const std::uint64_t length = wanted["nbytes"];
        std::uint64_t elements = 1;
        for (const json& dimension : wanted["shape"])
            elements *= dimension.get<std::uint64_t>();
        EXPECT_EQ(found["elements"], elements);
        EXPECT_EQ(found["bytes"], length);
        EXPECT_EQ(found["file_offsets"], json({begin, begin + length}));
        EXPECT_EQ(found["data_offsets"], json({begin - dataBegin, begin - dataBegin + length}));
        EXPECT_EQ(found["file"], 0);
        bytes += length;
        parameters += elements;
    }
    EXPECT_EQ(info["totals"], json({{"tensors", sample.tensors.size()}, {"parameters", parameters}, {"bytes", bytes}}));
}

/// Checks samples whose tensors are in companion files.
void checkCompanionInfo(const ManifestSample& sample, const json& info)
{
    const bool isPlain = !sample.path().ends_with("big-endian.index");
    for (const KnownTensor& known : sample.tensors) {
        SCOPED_TRACE(known.name);
        const auto found =
            std::ranges::find_if(info["tensors"], [&](const json& tensor) { return tensor["name"] == known.name; });
        ASSERT_NE(found, info["tensors"].end());
        const json& want = known.entry;
        if (want.contains("file_offset") && isPlain) {
            const std::uint64_t begin = want["file_offset"];
            EXPECT_EQ((*found)["file_offsets"], json({begin, begin + want["nbytes"].get<std::uint64_t>()}));
        }
        const json& file = info["files"][(*found)["file"].get<std::size_t>()];
        if (want.contains("storage") && want["storage"].get<std::string>().starts_with("external file ")) {
            EXPECT_TRUE(file["path"].get<std::string>().ends_with("/weights.bin"));
            EXPECT_EQ(file["described_by"], 0);
        }
    }
}

void checkHdf5Info(const ManifestSample& sample, const json& info)
{
    if (!sample.file.contains("attributes"))
        return;
    for (const auto& [object, attributes] : sample.file["attributes"].items()) {
        for (const auto& [name, value] : attributes.items())
            EXPECT_EQ(info["metadata"][object == "/" ? name : object + '@' + name], value) << object << ' ' << name;
    }
}

void checkTorchInfo(const ManifestSample& sample, const json& info)
{
    EXPECT_EQ(info["variant"], sample.file["container"]);
}

using Samples = std::vector<ManifestSample>;

void addPlain(Samples& samples)
{
    for (const std::string folder : {"bintensors", "bintensors-pre010", "safetensors", "safetensors-sharded"}) {
        const json manifest = readManifest(folder);
        for (const json& file : manifest["files"])
            samples.push_back({.folder = folder,
                .format = folder.starts_with("bintensors") ? "bintensors" : "safetensors",
                .file = file,
                .tensors = readTensors(file["tensors_in_file_order"], "sha256"),
                .isInFileOrder = true,
                .checkInfo = checkPlainInfo});
    }
}

void addCompanions(Samples& samples)
{
    for (const std::string format : {"onnx", "tf-bundle"}) {
        const json manifest = readManifest(format);
        for (const json& file : manifest["files"]) {
            if (!file.contains("tensors")) // hostile, so not described
                continue;
            const std::vector<std::string> all{"--filter", "-dtype:C128"};
            const std::vector<std::string> real{"--filter", "-dtype:C*"};
            samples.push_back({.folder = format,
                .format = format,
                .file = file,
                .tensors = readTensors(file["tensors"], "sha256_c_order_le"),
                .listsAll = false,
                .targets = {{"a.safetensors", all, all}, {"a.bt", real, real}},
                .checkInfo = checkCompanionInfo});
        }
    }
}

void addForeign(Samples& samples)
{
    for (const std::string format : {"flax-msgpack", "paddle", "arrow"}) {
        const json manifest = readManifest(format);
        for (const json& file : manifest["files"]) {
            if (file["file"].get<std::string>().starts_with("bad-"))
                continue;
            const bool isTable = file.contains("columns");
            samples.push_back({.folder = format,
                .format = format,
                .file = file,
                .tensors = readTensors(file[isTable ? "columns" : "tensors"], isTable ? "sha256" : "sha256_c_order_le"),
                .targets = {{"a.safetensors"}, {"a.bt"}}});
        }
    }
}

/// The manifest's digests are of stored numbers, not of decoded values.
void addTensorFlow(Samples& samples)
{
    for (const std::string format : {"tflite", "tfjs"}) {
        const json manifest = readManifest(format);
        for (const json& file : manifest["files"]) {
            const std::vector<std::string> real{"--filter", "-dtype:C64"};
            samples.push_back({.folder = format,
                .format = format,
                .file = file,
                .tensors = readTensors(file["tensors"], "sha256_stored"),
                .targets = {{"a.safetensors"}, {"a.bt", real, real}}});
        }
    }
}

/// Adds samples whose first file is the requested one.
void addZarr(Samples& samples)
{
    for (const std::string folder : {"zarr", "zarr-more"}) {
        const json manifest = readManifest(folder);
        for (const json& file : manifest["files"]) {
            const std::vector<std::string> real{"--filter", "-dtype:C64"};
            if (file.contains("sha256"))
                samples.push_back({.folder = folder,
                    .format = "zarr",
                    .file = file,
                    .tensors = readTensors(file["tensors"], "sha256_c_order_le"),
                    .targets = {{"a.safetensors"}, {"a.bt", real, real}},
                    .keepsMetadata = false});
        }
    }
}

void addHdf5(Samples& samples)
{
    for (const std::string folder : {"hdf5", "hdf5-more"}) {
        const json manifest = readManifest(folder);
        for (const json& file : manifest["files"]) {
            json tensors = json::array();
            ConversionTarget safetensors{.name = "a.safetensors"};
            ConversionTarget bintensors{.name = "a.bt"};
            bool isReadable = true;
            const auto drop = [](ConversionTarget& target, const std::string& name) {
                target.convertOptions.insert(target.convertOptions.end(), {"--drop", name});
                target.dropped.push_back(name);
            };
            for (const json& tensor : file["tensors"]) {
                if (tensor["dtype"] != "object")
                    tensors.push_back(tensor);
                isReadable = isReadable && !tensor.contains("unknown_filter");
                // Tensors with dtypes that no other format supports, and unreadable ones.
                const bool isOdd =
                    tensor["dtype"] == "C128" || tensor["dtype"] == "F80" || tensor.contains("unknown_filter");
                if (isOdd)
                    drop(safetensors, tensor["name"]);
                if (isOdd || tensor["dtype"] == "C64")
                    drop(bintensors, tensor["name"]);
            }
            samples.push_back({.folder = folder,
                .format = "hdf5",
                .file = file,
                .tensors = readTensors(tensors, "sha256_c_order_le"),
                .listsAll = false,
                .isReadable = isReadable,
                .targets = {safetensors, bintensors},
                .keepsMetadata = false,
                .checkInfo = checkHdf5Info});
        }
    }
}

void addTorch(Samples& samples)
{
    const json manifest = readManifest("torch");
    for (const json& file : manifest["files"]) {
        if (!file.contains("tensors"))
            continue;
        json tensors = json::array();
        for (const json& tensor : file["tensors"]) {
            if (tensor.contains("shape")) // otherwise it is not a plain torch tensor
                tensors.push_back(tensor);
        }
        samples.push_back({.folder = "torch",
            .format = "torch",
            .file = file,
            .tensors = readTensors(tensors, "sha256_c_order_le"),
            .listsAll = false,
            .allowedWarning = "pickle-opcodes",
            .targets = {{"a.safetensors"}},
            .convertsStored = true,
            .checkInfo = checkTorchInfo});
    }
}

void addTensorizer(Samples& samples)
{
    const json manifest = readManifest("tensorizer");
    for (const json& file : manifest["files"]) {
        ConversionTarget target{.name = "a.safetensors", .diffOptions = {"--filter", "-c128"}};
        auto tensors = readTensors(file["tensors_in_index_order"], "sha256_plain_data", false);
        for (KnownTensor& tensor : tensors) {
            if (tensor.entry.contains("meta_tensor")) { // its zeros are not in any file
                tensor.digest = json();
                tensor.stats = json();
            }
            if (tensor.entry["dtype"] == "<c16") { // safetensors has no name for it
                tensor.stats = json();
                target.convertOptions.insert(target.convertOptions.end(), {"--drop", tensor.name});
            }
        }
        samples.push_back({.folder = "tensorizer",
            .format = "tensorizer",
            .file = file,
            .tensors = std::move(tensors),
            .isInFileOrder = true,
            .targets = {target}});
    }
}

} // namespace

json readManifest(const std::string& folder)
{
    return json::parse(std::ifstream(dataPath(folder + "/manifest.json")));
}

bool readsHdf5()
{
    const json listed = tloupe({"formats", "--json"}).json();
    return std::ranges::any_of(listed["formats"], [](const json& format) { return format["id"] == "hdf5"; });
}

std::vector<std::string> unlockOptions(const json& file, const std::filesystem::path& folder)
{
    if (!file.contains("encryption"))
        return {};
    const json& encryption = file["encryption"];
    const bool isPhrase = encryption.contains("passphrase");
    const auto secret = folder / "secret";
    std::ofstream(secret) << encryption[isPhrase ? "passphrase" : "key_hex"].get<std::string>() << '\n';
    return {isPhrase ? "--passphrase-file" : "--key-file", secret.string()};
}

std::vector<const ManifestSample*> manifestSamples()
{
    static const Samples samples = [] {
        Samples all;
        for (const auto add :
            {addPlain, addCompanions, addForeign, addTensorFlow, addZarr, addHdf5, addTorch, addTensorizer})
            add(all);
        return all;
    }();
    std::vector<const ManifestSample*> pointers;
    for (const ManifestSample& sample : samples)
        pointers.push_back(&sample);
    return pointers;
}

} // namespace loupe::test
