// Quantized tensors on the command line.

#include "app/cli/process.h"
#include "formats/gguf_bytes.h"
#include "support/compared_pair.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;

class QuantizedTest : public testing::Test {
protected:
    Outcome run(std::vector<std::string> arguments) const { return tloupe(std::move(arguments), m_folder.path()); }
    std::string read(const char* name) const
    {
        std::ifstream file(m_folder.path() / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static std::string sample(const char* name) { return dataPath(std::string("gguf/") + name); }

    TemporaryFolder m_folder;
};

/// The tensor's entry in the manifest.
json described(const std::string& file, const std::string& tensor)
{
    std::ifstream stream(dataPath("gguf/manifest.json"));
    const json manifest = json::parse(stream);
    for (const json& one : manifest["files"]) {
        if (one["file"] != file)
            continue;
        for (const json& candidate : one["tensors"]) {
            if (candidate["name"] == tensor)
                return candidate;
        }
    }
    return {};
}

} // namespace

TEST_F(QuantizedTest, CodesHaveFigures)
{
    const json stats = run({"stats", "--json", "--codes", "--bins", "0", sample("llama-tiny.gguf")}).json();
    const json info = run({"info", "--json", sample("llama-tiny.gguf")}).json();
    const auto quantized = std::ranges::count_if(
        info["tensors"], [](const json& tensor) { return tensor["dtype"].get<std::string>().starts_with("Q"); });
    ASSERT_GT(quantized, 0);
    EXPECT_EQ(stats["tensors"].size(), static_cast<std::size_t>(quantized));
    for (const json& tensor : stats["tensors"])
        EXPECT_EQ(tensor["dtype"], "I8");
    EXPECT_EQ(stats["tensors"][0]["min"], 0);
    EXPECT_EQ(stats["tensors"][0]["max"], 15) << "of Q4_K";
    const Outcome none = run({"stats", "--codes", dataPath("safetensors/gpt2-tiny.safetensors")});
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.error, HasSubstr("has no quantized tensor"));
    const Outcome named = run({"stats", "--codes", sample("all-types.gguf"), "f32", "q.q4_0"});
    EXPECT_EQ(named.status, 2);
    EXPECT_THAT(named.error, HasSubstr("\"f32\" is F32, which has no codes"));
}

TEST_F(QuantizedTest, InfoTellsTypesMetadataAndBits)
{
    const json info = run({"info", "--json", sample("llama-tiny.gguf")}).json();
    EXPECT_EQ(info["format"], "gguf");
    EXPECT_EQ(info["metadata"]["llama.block_count"], 2);
    EXPECT_EQ(info["metadata"]["general.architecture"], "llama");
    EXPECT_EQ(info["metadata_types"]["llama.block_count"], "UINT32");
    EXPECT_EQ(info["metadata"]["general.file_type"], 15);
    EXPECT_EQ(info["metadata_names"], (json{{"general.file_type", "MOSTLY_Q4_K_M"}})) << "of llama.h";
    EXPECT_EQ(info["model"]["name"], "llama");
    EXPECT_EQ(info["model"]["layers"], 2);
    EXPECT_TRUE(info["model"]["source"].is_null()) << "the metadata";
    EXPECT_FALSE(info["model"].contains("adapter"));
    const std::string text = run({"info", sample("llama-tiny.gguf")}).out;
    EXPECT_THAT(text, HasSubstr("15 (MOSTLY_Q4_K_M)"));
    EXPECT_THAT(text, HasSubstr("llama, 2 layers"));
    const json& first = info["tensors"][0];
    const json want = described("llama-tiny.gguf", "blk.0.attn_q.weight");
    EXPECT_EQ(first["dtype"], "Q4_K");
    EXPECT_EQ(first["bytes"], want["nbytes"]);
    EXPECT_EQ(first["file_offsets"][0], want["file_offset"]);
    const json& quantization = info["quantization"];
    EXPECT_DOUBLE_EQ(quantization["bits_per_parameter"].get<double>(),
        8.0 * info["totals"]["bytes"].get<double>() / info["totals"]["parameters"].get<double>());
    EXPECT_EQ(quantization["types"][0]["type"], "Q4_K");
    EXPECT_DOUBLE_EQ(quantization["types"][0]["bits_per_parameter"].get<double>(), 4.5);
    const json plain = run({"info", "--json", dataPath("safetensors/gpt2-tiny.safetensors")}).json();
    EXPECT_FALSE(plain.contains("quantization"));
    EXPECT_FALSE(plain.contains("metadata_types"));
    EXPECT_FALSE(plain.contains("model"));
}

TEST_F(QuantizedTest, AreFoundByTheTypeThatIsStored)
{
    const json info = run({"info", "--json", "--filter", "dtype:q6_k", sample("llama-tiny.gguf")}).json();
    EXPECT_EQ(info["tensors"].size(), 2U);
}

TEST_F(QuantizedTest, ConvertWritesTheValuesAndSaysSo)
{
    const Outcome outcome = run({"convert", sample("llama-tiny.gguf"), "a.safetensors"});
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("of 2 tensors in Q4_K the values, as F32\n"));
    const json written = run({"info", "--json", "a.safetensors"}).json();
    for (const json& tensor : written["tensors"])
        EXPECT_EQ(tensor["dtype"], "F32");
    EXPECT_EQ(written["metadata"]["llama.block_count"], "2") << "a text, as the format has nothing else";
    const json hashed = run({"hash", "--algorithm", "sha256", "--tensors", "--json", "a.safetensors"}).json();
    const std::string digests = hashed.dump();
    for (const char* const name : {"blk.0.attn_q.weight", "blk.1.ffn_down.weight", "token_embd.weight"}) {
        const json want = described("llama-tiny.gguf", name);
        EXPECT_THAT(digests, HasSubstr(want["dequantized_f32"]["sha256"].get<std::string>())) << name;
    }
    const json planned = run({"convert", "--json", "--dry-run", sample("llama-tiny.gguf"), "b.safetensors"}).json();
    for (const json& tensor : planned["tensors"]) {
        if (tensor["name"] == "blk.0.attn_q.weight") {
            EXPECT_EQ(tensor["dtype"], (json{"Q4_K", "F32"}));
        }
    }
    EXPECT_EQ(planned["metadata"]["llama.block_count"], "2");
}

/// Compares with the digests by sha256sum of the bytes in the file, and with the manifest's digests of the values
/// decoded by ggml.
TEST_F(QuantizedTest, DigestsAreOfWhatIsStoredOrOfTheValues)
{
    const std::string file = sample("llama-tiny.gguf");
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const std::vector<std::string> sha256{"hash", "--tensors", "--json", "--algorithm", "sha256", file};
    auto ofValues = sha256;
    ofValues.insert(ofValues.begin() + 1, "--values");
    const json stored = run(sha256).json()["files"][0]["tensors"];
    const json values = run(ofValues).json()["files"][0]["tensors"];
    ASSERT_FALSE(stored.empty());
    ASSERT_EQ(stored.size(), values.size());
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const json want = described("llama-tiny.gguf", stored[i]["name"]);
        m_folder.write("part", bytes.substr(want["file_offset"], want["nbytes"]));
        const std::string line = runProgram("sha256sum", {"part"}, m_folder.path()).out;
        EXPECT_EQ(stored[i]["digest"], line.substr(0, 64)) << want;
        EXPECT_EQ(values[i]["name"], stored[i]["name"]);
        EXPECT_EQ(values[i]["digest"],
            want.contains("dequantized_f32") ? want["dequantized_f32"]["sha256"].get<std::string>()
                                             : line.substr(0, 64))
            << want;
    }
    for (const std::vector<std::string>& kind : {std::vector<std::string>{}, {"--values"}}) {
        std::vector<std::string> make{"hash", "--tensors", file};
        make.insert(make.end(), kind.begin(), kind.end());
        m_folder.write("sums", run(make).out);
        EXPECT_EQ(run({"hash", "--check", "sums"}).status, kind.empty() ? 0 : 1);
        EXPECT_EQ(run({"hash", "--values", "--check", "sums"}).status, kind.empty() ? 1 : 0);
    }
    EXPECT_EQ(run({"hash", "--values", file}).status, 2);
}

TEST_F(QuantizedTest, DiffFindsTheValuesEqualAndTheTypesNot)
{
    ASSERT_EQ(run({"convert", sample("llama-tiny.gguf"), "a.safetensors"}).status, 0);
    const Outcome outcome = run({"diff", "--json", sample("llama-tiny.gguf"), "a.safetensors"});
    EXPECT_EQ(outcome.status, 1);
    const json diff = outcome.json();
    EXPECT_TRUE(diff["metadata"]["changed"].empty()) << diff["metadata"];
    const std::string text = run({"diff", sample("llama-tiny.gguf"), "a.safetensors"}).out;
    EXPECT_THAT(text, HasSubstr("same values"));
    EXPECT_THAT(text, HasSubstr("Q4_K -> F32"));
    EXPECT_THAT(text, HasSubstr("5 other dtype"));
    EXPECT_EQ(run({"diff", sample("llama-tiny.gguf"), sample("llama-tiny.gguf")}).status, 0);
}

/// Exports the stored blocks, because Q8_1 has no values: ggml uses it only for computation.
TEST_F(QuantizedTest, TypesWithoutValuesAreExportedAsBytes)
{
    const std::string block = "0123456789abcdefghijklmnopqrstuvwxyz";
    m_folder.write("q8_1.gguf", GgufBytes().tensor("a", {32}, 9, block).bytes());
    ASSERT_EQ(run({"export", "q8_1.gguf", "a", "-o", "a.raw"}).status, 0);
    EXPECT_EQ(read("a.raw"), block);
    const Outcome refused = run({"convert", "q8_1.gguf", "b.safetensors"});
    EXPECT_NE(refused.status, 0);
    EXPECT_THAT(refused.error, HasSubstr("is Q8_1, which no safetensors file can hold"));
}

/// Tests types that have values, but are stored as blocks.
TEST_F(QuantizedTest, BlocksAreExportedAsTheyLieInTheFile)
{
    const std::string file = sample("all-types.gguf");
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    const json info = run({"info", "--json", file}).json();
    for (const json& tensor : info["tensors"]) {
        const std::string name = tensor["name"];
        ASSERT_EQ(run({"export", "--stored", file, name, "-o", "b.raw", "--force"}).status, 0) << name;
        EXPECT_EQ(read("b.raw"), bytes.substr(tensor["file_offsets"][0], tensor["bytes"])) << name;
    }
    ASSERT_EQ(run({"export", file, "q.q4_0", "-o", "c.raw"}).status, 0);
    EXPECT_NE(read("c.raw"), bytes.substr(described("all-types.gguf", "q.q4_0")["file_offset"], read("c.raw").size()));
    // An .npy array holds numbers, so codes are exported.
    ASSERT_EQ(run({"export", "--stored", file, "q.q4_0", "-o", "c.npy"}).status, 0);
    EXPECT_THAT(read("c.npy"), HasSubstr("'descr': '|i1'"));
}

class QuantizedCheckpointTest : public testing::Test {
protected:
    Outcome run(std::vector<std::string> arguments) const { return tloupe(std::move(arguments), m_folder.path()); }
    static std::string sample(const std::string& name) { return dataPath("quantized/" + name); }
    static std::string first(const json& info) { return info["tensors"][0]["name"]; }

    TemporaryFolder m_folder;
};

TEST_F(QuantizedCheckpointTest, InfoListsWeightsWithTheirPartsAndStoredListsTheParts)
{
    const json info = run({"info", "--json", sample("gptq-4bit")}).json();
    const json stored = run({"info", "--json", "--stored", sample("gptq-4bit")}).json();
    std::size_t parts = 0;
    std::size_t weights = 0;
    for (const json& tensor : info["tensors"]) {
        if (!tensor.contains("quantization"))
            continue;
        ++weights;
        parts += tensor["quantization"]["parts"].size();
        EXPECT_TRUE(tensor["dtype"].get<std::string>().starts_with("GPTQ-4")) << tensor["dtype"];
        EXPECT_EQ(tensor["quantization"]["parts"][0]["role"], "codes");
    }
    EXPECT_GT(weights, 0U);
    EXPECT_EQ(info["tensors"].size() - weights + parts, stored["tensors"].size());
}

TEST_F(QuantizedCheckpointTest, InfoSaysWhatTheSchemeIsKnownBy)
{
    for (const auto& [name, evidence] :
        {std::pair("fp8-per-tensor", "config.json"), {"damaged/no-config", "names and shapes"}}) {
        EXPECT_EQ(run({"info", "--json", sample(name)}).json()["quantization"]["evidence"], evidence);
        EXPECT_THAT(run({"info", sample(name)}).out, testing::ContainsRegex("scheme by +" + std::string(evidence)));
    }
    m_folder.write("alone.safetensors", readFile(sample("bnb-nf4") + "/model.safetensors"));
    EXPECT_THAT(run({"info", "alone.safetensors"}).out, HasSubstr("descriptions among the tensors"));
}

TEST_F(QuantizedCheckpointTest, BitsPerParameterCountTheScales)
{
    const json info = run({"info", "--json", sample("modelopt-nvfp4")}).json();
    std::uint64_t bytes = 0;
    for (const json& tensor : info["tensors"])
        bytes += tensor["dtype"] == "NVFP4" ? tensor["bytes"].get<std::uint64_t>() : 0;
    EXPECT_EQ(info["quantization"]["types"][0]["type"], "NVFP4");
    EXPECT_EQ(info["quantization"]["types"][0]["bytes"], bytes);
    EXPECT_GT(info["quantization"]["types"][0]["bits_per_parameter"], 4.5);
}

TEST_F(QuantizedCheckpointTest, ScanIsOneWhereAScaleIsMissing)
{
    const Outcome outcome = run({"scan", sample("damaged/fp8-scale-missing")});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.out, HasSubstr("[scale-missing]"));
    EXPECT_EQ(run({"scan", sample("damaged/fp8-scale-missing"), "--filter", "layers.0"}).status, 0)
        << "the other weight is sound";
    EXPECT_EQ(run({"scan", sample("not-decoded/hqq")}).status, 0) << "known, and no fault";
    EXPECT_EQ(run({"scan", sample("modelopt-nvfp4")}).status, 0);
}

TEST_F(QuantizedCheckpointTest, ScanSaysNothingAboutValuesThatItDidNotRead)
{
    const Outcome outcome = run({"scan", sample("damaged/fp8-block-scale-shape")});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.out, HasSubstr("[scale-shape]"));
    EXPECT_THAT(outcome.out, HasSubstr(" could not be decoded."));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("no NaN or infinity.")));
}

TEST_F(QuantizedCheckpointTest, DiffSeesAChangeInEachPartOfAWeightThatIsNotDecoded)
{
    for (const char* const name : {"not-decoded/hqq", "not-decoded/aqlm", "damaged/gptq-faults"}) {
        const std::filesystem::path folder = m_folder.path() / std::filesystem::path(name).filename();
        std::filesystem::copy(sample(name), folder);
        EXPECT_EQ(run({"diff", sample(name), folder.string()}).status, 0) << name;
        const std::string original = readFile(folder / "model.safetensors");
        const json stored = run({"info", "--json", "--stored", sample(name)}).json();
        for (const json& part : stored["tensors"]) {
            SCOPED_TRACE(part["name"]);
            std::string changed = original;
            changed.at(part["file_offsets"][0].get<std::size_t>()) ^= 1;
            m_folder.write(folder.filename().string() + "/model.safetensors", changed);
            EXPECT_EQ(run({"diff", sample(name), folder.string()}).status, 1) << name;
        }
    }
}

TEST_F(QuantizedCheckpointTest, DiffDoesNotCompareAWeightThatIsNotDecodedWithOneOfAnotherType)
{
    const std::string weight = "model.layers.0.self_attn.q_proj.weight";
    m_folder.write(
        "plain.safetensors", safetensorsOf({{weight, "F32", "[48,32]", std::string(48 * 32 * sizeof(float), '\0')}}));
    const Outcome outcome = run({"diff", "plain.safetensors", sample("not-decoded/hqq")});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.error, HasSubstr("is quantized (HQQ) and not decoded: its values are unknown"));
    EXPECT_THAT(outcome.out, HasSubstr("1 not compared"));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("shape")));
}

TEST_F(QuantizedCheckpointTest, WeightsWithEqualCodesAndOtherScalesAreNoDuplicates)
{
    const auto weights = [](const std::vector<std::string>& scales) {
        std::vector<WantedTensor> tensors;
        for (std::size_t i = 0; i < scales.size(); ++i) {
            const std::string module = "model.layers." + std::to_string(i) + ".self_attn.q_proj.";
            tensors.push_back({module + "W_q", "U8", "[32,24]", std::string(32 * 24, '\7')});
            tensors.push_back({module + "scale", "F16", "[1,24]", scales[i]});
            tensors.push_back({module + "zero", "F16", "[1,24]", std::string(48, '\0')});
        }
        return safetensorsOf(tensors);
    };
    std::filesystem::copy(sample("not-decoded/hqq"), m_folder.path() / "hqq");
    m_folder.write("hqq/model.safetensors", weights({std::string(48, '\1'), std::string(48, '\2')}));
    EXPECT_THAT(run({"scan", "hqq"}).out, testing::Not(HasSubstr("duplicate")));
    m_folder.write("hqq/model.safetensors", weights({std::string(48, '\1'), std::string(48, '\1')}));
    EXPECT_THAT(run({"scan", "hqq"}).out, HasSubstr("duplicate of model.layers.0"));
}

TEST_F(QuantizedCheckpointTest, FilterFindsFamiliesOfSchemes)
{
    const auto count = [&](const char* model, const std::string& filter) {
        return run({"info", "--json", sample(model), "--filter", filter}).json()["tensors"].size();
    };
    for (const auto& [model, family] : {std::pair("gptq-4bit", "gptq"), {"fp8-block-128", "fp8"}, {"awq-gemm", "AWQ"},
             {"bnb-nf4", "nf4"}, {"bnb-nf4", "bnb"}, {"bnb-fp4", "bitsandbytes"}, {"bnb-int8", "BitsAndBytes"},
             {"modelopt-nvfp4", "nvfp4"}, {"ct-pack-int4-group", "int"}}) {
        SCOPED_TRACE(model);
        const std::string word = std::string("quant:") + family;
        EXPECT_GT(count(model, word), 0U);
        EXPECT_EQ(count(model, word), count(model, "quant:*"));
        EXPECT_EQ(count(model, "-" + word), count(model, "-quant:*"));
        EXPECT_EQ(count(model, "quant:mlx"), 0U);
    }
    for (const char* const writer : {"quant:compressed-tensors", "quant:comfy", "quant:modelopt"}) {
        const Outcome outcome = run({"info", sample("ct-pack-int4-group"), "--filter", writer});
        EXPECT_EQ(outcome.status, 2) << writer;
        EXPECT_THAT(outcome.error, HasSubstr("quant:int4")) << writer;
    }
    EXPECT_EQ(count("gptq-4bit", "quant:bnb"), 0U);
}

TEST_F(QuantizedCheckpointTest, GptqOfAModuleAloneHasNoPrefix)
{
    const std::string module = "model.layers.0.self_attn.q_proj";
    ASSERT_EQ(run({"convert", "--stored", sample("gptq-4bit"), "root.safetensors", "--select", module + ".q*",
                      "--select", module + ".scales", "--select", module + ".g_idx", "--rename", module + "\\.="})
                  .status,
        0);
    const json listed = run({"info", "--json", "root.safetensors"}).json()["tensors"];
    ASSERT_EQ(listed.size(), 1U);
    EXPECT_EQ(listed[0]["name"], "weight");
    ASSERT_EQ(run({"export", "root.safetensors", "weight", "-o", "root.npy"}).status, 0);
    ASSERT_EQ(run({"export", sample("gptq-4bit"), module + ".weight", "-o", "whole.npy"}).status, 0);
    EXPECT_EQ(readFile(m_folder.path() / "root.npy"), readFile(m_folder.path() / "whole.npy"));
}

TEST_F(QuantizedCheckpointTest, ACastSaysWhyAWeightCannotBeDecoded)
{
    const Outcome outcome = run({"convert", sample("damaged/ct-packed-width"), "x.safetensors", "--dtype", "F32"});
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.error, HasSubstr("which cannot be cast to F32 ("));
    EXPECT_THAT(outcome.error, HasSubstr("weight_packed\" has rows of 7 words"));
    EXPECT_THAT(outcome.error, testing::Not(HasSubstr("integers")));
}

TEST_F(QuantizedCheckpointTest, ExportSaysWhyAWeightCannotBeDecoded)
{
    const std::string weight = "model.layers.2.self_attn.q_proj.weight";
    for (const char* const file : {"x.npy", "x.csv"}) {
        const Outcome outcome = run({"export", sample("damaged/ct-packed-width"), weight, "-o", file});
        EXPECT_EQ(outcome.status, 3) << file;
        EXPECT_THAT(outcome.error, HasSubstr("whose values cannot be read (")) << file;
        EXPECT_THAT(outcome.error, HasSubstr("weight_scale\" has 3 groups")) << file;
    }
    EXPECT_THAT(
        run({"export", sample("not-decoded/hqq"), "model.layers.0.self_attn.q_proj.weight", "-o", "x.npy"}).error,
        HasSubstr("is quantized (HQQ) and not decoded"));
}

TEST_F(QuantizedCheckpointTest, ADequantizedCopyHasTheSameValuesAndNoScales)
{
    for (const char* const name : {"fp8-block-128", "modelopt-nvfp4", "gptq-4bit", "bnb-nf4"}) {
        SCOPED_TRACE(name);
        const Outcome written = run({"convert", "--dequantize", "--force", sample(name), "plain.safetensors"});
        ASSERT_EQ(written.status, 0) << written.error;
        const json plain = run({"info", "--json", "plain.safetensors"}).json();
        const std::string noScales = "--filter=-scale"; // scales of activations
        const json original = run({"info", "--json", noScales, sample(name)}).json();
        EXPECT_EQ(plain["tensors"].size(), original["tensors"].size());
        EXPECT_FALSE(plain.contains("quantization"));
        EXPECT_EQ(run({"diff", "-q", "--atol", "0", noScales, sample(name), "plain.safetensors"}).status, 0);
    }
}

TEST_F(QuantizedCheckpointTest, ADequantizedCopyHasNoScalesOfActivationsAndNoDescription)
{
    for (const char* const name : {"comfy-nvfp4", "comfy-scaled-fp8", "modelopt-nvfp4"}) {
        SCOPED_TRACE(name);
        const Outcome written = run({"convert", "--dequantize", "--force", sample(name), "plain.safetensors"});
        ASSERT_EQ(written.status, 0) << written.error;
        const json plain = run({"info", "--json", "plain.safetensors"}).json();
        EXPECT_FALSE(plain["metadata"].contains("_quantization_metadata"));
        for (const json& tensor : plain["tensors"]) {
            EXPECT_EQ(tensor["name"].get<std::string>().find("scale"), std::string::npos) << tensor["name"];
            EXPECT_EQ(tensor["name"].get<std::string>().find("fp8"), std::string::npos) << tensor["name"];
        }
    }
}

/// Two layers, one of which has a scale of an unknown shape, and so stays as stored.
TEST_F(QuantizedCheckpointTest, ADequantizedCopyDescribesWhatStaysQuantized)
{
    const auto layer = [](const char* name, const char* rest) {
        return std::string(R"(\")") + name + R"(\":{\"format\":\"float8_e4m3fn\")" + rest + "}";
    };
    const std::string metadata = R"({"_quantization_metadata":"{\"format_version\":\"1.0\",\"layers\":{)"
        + layer("a", "") + "," + layer("b", R"(,\"note\":[1, 2.50]\n)") + R"(}}","kept":"yes"})";
    const std::vector<WantedTensor> a{{"a.weight", "F8_E4M3", "[2,2]", "8888"},
        {"a.weight_scale", "F32", "[]", packedBytes<float>({0.5F})}, {"a.bias", "F32", "[1]", packedBytes<float>({1})},
        {"a.input_scale", "F32", "[]", packedBytes<float>({1})}};
    std::vector<WantedTensor> both = a;
    both.push_back({"b.weight", "F8_E4M3", "[2,2]", "8888"});
    both.push_back({"b.weight_scale", "F32", "[3]", packedBytes<float>({1, 2, 3})});
    both.push_back({"b.input_scale", "F32", "[]", packedBytes<float>({1})});
    m_folder.write("both.safetensors", safetensorsOf(both, metadata));
    m_folder.write("a.safetensors", safetensorsOf(a, metadata));

    const Outcome written = run({"convert", "--dequantize", "both.safetensors", "plain.safetensors"});
    ASSERT_EQ(written.status, 0) << written.error;
    EXPECT_THAT(written.error, HasSubstr("lists only the weights that stay quantized"));
    const json plain = run({"info", "--json", "--stored", "plain.safetensors"}).json();
    const std::string text = plain["metadata"]["_quantization_metadata"];
    EXPECT_EQ(json::parse(text),
        json::parse(R"({"format_version":"1.0","layers":{"b":{"format":"float8_e4m3fn","note":[1, 2.5]}}})"));
    EXPECT_THAT(text, HasSubstr("2.50")) << "as it was spelled";
    EXPECT_EQ(plain["metadata"]["kept"], "yes");
    std::vector<std::string> names;
    for (const json& tensor : plain["tensors"])
        names.push_back(tensor["name"]);
    EXPECT_THAT(
        names, testing::UnorderedElementsAre("a.weight", "a.bias", "b.weight", "b.weight_scale", "b.input_scale"));

    ASSERT_EQ(run({"convert", "--dequantize", "a.safetensors", "none.safetensors"}).status, 0);
    const json none = run({"info", "--json", "none.safetensors"}).json();
    EXPECT_FALSE(none["metadata"].contains("_quantization_metadata"));
    EXPECT_EQ(none["metadata"]["kept"], "yes");
}

TEST_F(QuantizedCheckpointTest, ScanAsJsonHasTheFindings)
{
    const auto findings = [&](const std::string& name, const std::string& filter) {
        const Outcome outcome = run({"scan", "--json", sample(name), "--filter", filter});
        EXPECT_TRUE(outcome.error.empty()) << outcome.error;
        return outcome.json()["findings"];
    };
    for (const char* const name : {"damaged/fp8-scale-values", "damaged/fp8-scale-missing", "damaged/nvfp4-faults"}) {
        SCOPED_TRACE(name);
        json expected = json::array();
        const json info = run({"info", "--json", sample(name)}).json();
        for (const json& finding : info["findings"]) {
            if (finding["severity"] != "note" && !finding["tensor"].is_null())
                expected.push_back(finding);
        }
        ASSERT_FALSE(expected.empty());
        json found = json::array();
        for (const json& finding : findings(name, "")) {
            if (finding["code"] != "weight-nan")
                found.push_back(finding);
        }
        EXPECT_EQ(found, expected) << "small scales are read on opening: of them a scan finds nothing more";
    }
    const json codes = findings("damaged/fp8-scale-values", "layers.6");
    ASSERT_EQ(codes.size(), 1U) << "opening reads no codes";
    EXPECT_EQ(codes[0]["code"], "weight-nan");
    EXPECT_EQ(codes[0]["tensor"], "model.layers.6.self_attn.q_proj.weight");
    EXPECT_THAT(codes[0]["message"].get<std::string>(), HasSubstr("(the first at [0, 3])"));
    EXPECT_TRUE(findings("damaged/fp8-scale-missing", "layers.0").empty()) << "of other weights";
    EXPECT_EQ(findings("modelopt-nvfp4", ""), json::array());
}

/// The weight is in one shard, and its scale in the other.
TEST_F(QuantizedCheckpointTest, AFaultyScaleInAnotherShardHidesNoTensor)
{
    m_folder.write("model-00001-of-00002.safetensors", safetensorsOf({{"q.weight", "F8_E4M3", "[2,2]", "8888"}}));
    m_folder.write("model-00002-of-00002.safetensors",
        safetensorsOf(
            {{"q.weight_scale", "F32", "[]", packedBytes<float>({std::numeric_limits<float>::quiet_NaN()})}}));
    m_folder.write("model.safetensors.index.json",
        R"({"metadata":{},"weight_map":{)"
        R"("q.weight":"model-00001-of-00002.safetensors",)"
        R"("q.weight_scale":"model-00002-of-00002.safetensors"}})");
    const Outcome outcome = run({"scan", "--json", "model.safetensors.index.json"});
    EXPECT_EQ(outcome.status, 1) << outcome.error;
    const json document = outcome.json();
    EXPECT_FALSE(document.contains("error"));
    ASSERT_EQ(document["findings"].size(), 1U);
    EXPECT_EQ(document["findings"][0]["code"], "scale-nan");
    EXPECT_EQ(document["findings"][0]["file"], 1);
    EXPECT_EQ(document["tensors"][0]["nan"], 4);
}

/// Half of the codes are 7, the maximum. Opening the file reads no codes, so only a scan finds this.
TEST_F(QuantizedCheckpointTest, ScanCountsCodes)
{
    std::string codes;
    for (unsigned pair = 0; pair < 2048; ++pair)
        codes += static_cast<char>(0x70 + pair % 16);
    m_folder.write("model.safetensors",
        safetensorsOf(
            {{"q.weight", "U8", "[8,256]", codes}, {"q.weight_scale", "F8_E4M3", "[8,32]", std::string(256, '8')},
                {"q.weight_scale_2", "F32", "[]", packedBytes<float>({0.5F})}}));
    EXPECT_TRUE(run({"info", "--json", "model.safetensors"}).json()["findings"].empty());
    const json findings = run({"scan", "--json", "model.safetensors"}).json()["findings"];
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0]["code"], "codes-saturated");
    EXPECT_EQ(findings[0]["tensor"], "q.weight");
    EXPECT_EQ(findings[0]["severity"], "warning");
    // 2,048 codes are 7. Of the other 2,048, one in 16 is 7, and one in 16 is 15.
    EXPECT_THAT(findings[0]["message"].get<std::string>(), HasSubstr("56 %"));
    const Outcome text = run({"scan", "model.safetensors"});
    EXPECT_EQ(text.status, 0) << "a warning";
    EXPECT_THAT(text.out, HasSubstr("odd scales or codes"));
    EXPECT_THAT(text.out, HasSubstr("[codes-saturated]"));
    EXPECT_EQ(run({"scan", "--json", "model.safetensors", "--filter", "warning:yes"}).json()["tensors"].size(), 1U);
}

TEST_F(QuantizedCheckpointTest, ADequantizedCopyKeepsLearnedScales)
{
    const std::string header = R"({"layers.0.q_proj.weight":{"dtype":"F8_E4M3","shape":[4,8],"data_offsets":[0,32]},)"
                               R"("layers.0.q_proj.weight_scale":{"dtype":"F32","shape":[1],"data_offsets":[32,36]},)"
                               R"("layers.0.q_proj.input_scale":{"dtype":"F32","shape":[1],"data_offsets":[36,40]},)"
                               R"("layers.0.q_scale":{"dtype":"F32","shape":[4],"data_offsets":[40,56]},)"
                               R"("norm.q_scale":{"dtype":"F32","shape":[1],"data_offsets":[56,60]}})";
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size() & 0xff);
    bytes[1] = static_cast<char>(header.size() >> 8);
    bytes += header + std::string(32, '\x38'); // ones
    for (int i = 0; i < 7; ++i)
        bytes.append("\0\0\x80\x3f", 4);
    std::ofstream(m_folder.path() / "model.safetensors", std::ios::binary) << bytes;
    ASSERT_EQ(run({"convert", "--dequantize", "model.safetensors", "plain.safetensors"}).status, 0);
    const json plain = run({"info", "--json", "plain.safetensors"}).json();
    std::vector<std::string> names;
    for (const json& tensor : plain["tensors"])
        names.push_back(tensor["name"]);
    EXPECT_THAT(names, testing::UnorderedElementsAre("layers.0.q_proj.weight", "layers.0.q_scale", "norm.q_scale"));
}

TEST_F(QuantizedCheckpointTest, ACastOfF32IsNotAboutWeightsThatStayQuantized)
{
    const std::string model = sample("fp8-block-128");
    ASSERT_EQ(run({"convert", model, "kept.safetensors", "--dtype", "F32=BF16"}).status, 0);
    EXPECT_TRUE(run({"info", "--json", "kept.safetensors"}).json().contains("quantization"));
    ASSERT_EQ(run({"convert", "--dequantize", model, "plain.safetensors", "--dtype", "F32=BF16"}).status, 0);
    const json plain = run({"info", "--json", "plain.safetensors"}).json();
    for (const json& tensor : plain["tensors"])
        EXPECT_NE(tensor["dtype"], "F32") << tensor["name"];
}

TEST_F(QuantizedCheckpointTest, AConvertedCopyIsStoredAsBefore)
{
    ASSERT_EQ(run({"convert", sample("gptq-4bit/model.safetensors"), "copy.safetensors"}).status, 0);
    EXPECT_EQ(run({"diff", "-q", "--stored", sample("gptq-4bit/model.safetensors"), "copy.safetensors"}).status, 0);
}

TEST_F(QuantizedCheckpointTest, WhatIsChosenRenamedOrCastTakesItsPartsAlong)
{
    const auto names = [&](const char* file) {
        std::vector<std::string> found;
        const json info = run({"info", "--json", "--stored", file}).json();
        for (const json& tensor : info["tensors"])
            found.push_back(tensor["name"]);
        std::ranges::sort(found);
        return found;
    };
    const std::string module = "model.layers.0.self_attn.q_proj";
    const std::vector<std::string> options{"convert", sample("gptq-4bit"), "--force"};
    const auto convert = [&](const char* out, std::vector<std::string> more) {
        more.insert(more.begin(), options.begin(), options.end());
        more.insert(more.begin() + 2, out);
        const Outcome outcome = run(more);
        EXPECT_EQ(outcome.status, 0) << outcome.error;
    };
    convert("one.safetensors", {"--select", module + ".weight"});
    EXPECT_THAT(names("one.safetensors"),
        testing::ElementsAre(module + ".g_idx", module + ".qweight", module + ".qzeros", module + ".scales"));
    convert("none.safetensors", {"--drop", module + ".weight"});
    for (const std::string& name : names("none.safetensors"))
        EXPECT_TRUE(!name.starts_with(module) || name == module + ".bias") << name;
    convert("renamed.safetensors", {"--rename", "self_attn=attention"});
    EXPECT_EQ(run({"info", "--json", "renamed.safetensors"}).json()["tensors"].size(),
        run({"info", "--json", sample("gptq-4bit/model.safetensors")}).json()["tensors"].size());
    for (const std::string& name : names("renamed.safetensors"))
        EXPECT_EQ(name.find("self_attn"), name.npos) << name;
    // Always decoded values, never codes as numbers.
    ASSERT_EQ(run({"convert", "--dtype", "F32", sample("fp8-block-128"), "cast32.safetensors"}).status, 0);
    EXPECT_EQ(run({"diff", "-q", "--atol", "0", sample("fp8-block-128"), "cast32.safetensors"}).status, 0);
    EXPECT_FALSE(run({"info", "--json", "cast32.safetensors"}).json().contains("quantization"));
    ASSERT_EQ(run({"convert", "--dtype", "BF16", sample("fp8-block-128"), "cast.safetensors"}).status, 0);
    ASSERT_EQ(
        run({"convert", "--dequantize", "--dtype", "BF16", sample("fp8-block-128"), "plain.safetensors"}).status, 0);
    EXPECT_EQ(run({"diff", "-q", "--stored", "cast.safetensors", "plain.safetensors"}).status, 0);
}

TEST_F(QuantizedCheckpointTest, TheNameOfAPartIsToldFromOneThatIsNotThere)
{
    const std::string module = "model.layers.0.self_attn.q_proj";
    const Outcome part = run({"export", sample("gptq-4bit"), module + ".scales", "-o", "part.npy"});
    EXPECT_NE(part.status, 0);
    EXPECT_THAT(part.error, HasSubstr("--stored gives the tensors as they are stored"));
    EXPECT_EQ(run({"export", "--stored", sample("gptq-4bit"), module + ".scales", "-o", "part.npy"}).status, 0);
    EXPECT_THAT(run({"export", sample("gptq-4bit"), module + ".scale", "-o", "part.npy"}).error,
        HasSubstr("no tensor is named"));
}

TEST_F(QuantizedCheckpointTest, TheFilterChoosesAScheme)
{
    const auto count = [&](const std::string& filter) {
        return run({"info", "--json", sample("modelopt-mixed"), "--filter", filter}).json()["tensors"].size();
    };
    EXPECT_GT(count("quant:nvfp4"), 0U);
    EXPECT_GT(count("quant:f8_e4m3"), 0U);
    EXPECT_EQ(count("quant:*"), count("quant:nvfp4") + count("quant:f8_e4m3"));
    EXPECT_EQ(count("quant:*") + count("-quant:*"), count("*"));
}

} // namespace loupe::test
