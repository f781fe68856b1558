// Published models are sound. With tensors removed, they are not.

#include "formats/opening/open_checkpoint.h"
#include "insight/known_table.h"
#include "insight/published_models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace loupe {
namespace {

using test::PublishedModel;

/// The model without the tensors for which `isLacking` is true.
template <typename Predicate>
Checkpoint without(const Checkpoint& model, const Predicate& isLacking)
{
    Checkpoint rest = model;
    std::erase_if(rest.tensors, [&](const Tensor& tensor) { return isLacking(std::string(tensor.name)); });
    EXPECT_LT(rest.tensors.size(), model.tensors.size());
    return rest;
}

template <typename Predicate>
ModelReport examineWithout(const Checkpoint& model, const Predicate& isLacking)
{
    return examineModel(without(model, isLacking));
}

/// True if there is a warning or an error of that code.
bool hasFaultOf(const ModelReport& report, std::string_view code)
{
    return std::ranges::any_of(report.findings.list(),
        [&](const Finding& finding) { return finding.severity != Severity::Note && finding.code == code; });
}

bool isIncomplete(const Checkpoint& model)
{
    return hasFaultOf(examineModel(model), "model-incomplete");
}

/// As above, but first calls only the check that finds most, to save time.
bool isIncomplete(const Checkpoint& model, ModelReport whole)
{
    const NameRoles roles(model);
    whole.model = recognizeModel(roles, whole.config);
    whole.findings = {};
    checkNeeds(roles, LayerStacks(roles), whole, whole.findings);
    return hasFaultOf(whole, "model-incomplete") || isIncomplete(model);
}

/// "warning layers-missing: …" of all findings but the notes that the model has.
std::vector<std::string> unexpected(const ModelReport& report, const PublishedModel& model)
{
    std::vector<std::string> findings;
    for (const Finding& finding : report.findings.list()) {
        const bool isNote = finding.severity == Severity::Note;
        if (!isNote || !model.notes.contains(std::string(finding.code)))
            findings.push_back(
                std::string(isNote ? "note " : "fault ") + std::string(finding.code) + ": " + finding.message);
    }
    return findings;
}

class PublishedModelsTest : public testing::Test {
protected:
    std::shared_ptr<const Checkpoint> open(const PublishedModel& model)
    {
        const bool isOfDiffusers = model.optional.contains("ALL");
        const auto written = model.header.write(folder.path() / model.name);
        if (isOfDiffusers)
            std::filesystem::rename(written / "model.safetensors", written / "diffusion_pytorch_model.safetensors");
        const auto opened = openCheckpoint(written);
        EXPECT_TRUE(opened) << model.name;
        return opened ? *opened : nullptr;
    }

    test::TemporaryFolder folder;
};

TEST_F(PublishedModelsTest, AreHealthyAndMissWhatTheyLack)
{
    for (const PublishedModel& model : test::publishedModels()) {
        SCOPED_TRACE(model.name);
        const auto whole = open(model);
        ASSERT_TRUE(whole);
        const ModelReport report = examineModel(*whole);
        EXPECT_THAT(unexpected(report, model), testing::IsEmpty());
        EXPECT_EQ(report.model.family ? report.model.family->id : "-", model.family);
        if (model.parameters) {
            EXPECT_EQ(report.architecture.parameters.knownTotal(), model.parameters);
        }
        constexpr int mostExamined = 3; // all checks of more roles take too long
        int examined = 0;
        for (const PublishedModel::Role& role : model.roles) {
            if (model.isOptional(role.name))
                continue;
            const Checkpoint rest =
                without(*whole, [&](const std::string& name) { return role.tensors.contains(name); });
            EXPECT_TRUE(examined++ < mostExamined ? isIncomplete(rest) : isIncomplete(rest, report))
                << "without " << role.name;
        }
        if (model.optional.contains("WHOLE") || model.optional.contains("LAYERS"))
            continue;
        for (const PublishedModel::Stack& stack : model.stacks) {
            if (stack.layers.size() == 1)
                continue; // it has no other ones that would tell
            const auto withoutLayer = [&](int layer) {
                const std::string begin = stack.name + '.' + std::to_string(layer) + '.';
                return examineWithout(*whole, [&](const std::string& name) { return name.starts_with(begin); });
            };
            EXPECT_TRUE(hasFaultOf(withoutLayer(*stack.layers.begin()), "layers-missing"))
                << "without the first layer of " << stack.name;
            if (!model.optional.contains("LAST:" + stack.name)) {
                const ModelReport rest = withoutLayer(*stack.layers.rbegin());
                EXPECT_TRUE(hasFaultOf(rest, "layers-missing") || hasFaultOf(rest, "config-contradicts"))
                    << "without the last layer of " << stack.name;
            }
        }
    }
}

TEST_F(PublishedModelsTest, FiguresAreThoseOfTheirConfigurations)
{
    using enum ArchitectureFigure;
    struct Figure {
        std::string model;
        ArchitectureFigure figure;
        std::optional<std::uint64_t> value;
    };
    const Figure figures[]{{"chatglm3-6b", Layers, 28}, {"chatglm3-6b", KeyValueHeads, 2},
        {"chatglm3-6b", Context, 8192}, {"chatglm3-6b", HeadSize, 128}, {"chatglm3-6b", FeedForwardSize, 13696},
        {"qwen-7b", HeadSize, 128}, {"qwen-7b", FeedForwardSize, 11008}, {"all-mpnet-base-v2", Context, 512},
        {"nomic-embed-text-v1.5", Layers, 12}, {"nomic-embed-text-v1.5", Context, 8192},
        {"nllb-200-distilled-600m", DecoderLayers, 12}, {"internvl3-1b", KeyValueHeads, 2},
        {"qwen2-audio-7b", Layers, 32}, {"recurrentgemma-2b", HeadSize, 256},
        {"recurrentgemma-2b", FeedForwardSize, 7680}, {"hubert-base-ls960", Layers, 12}, {"resnet-50", Layers, {}},
        {"swin-tiny-patch4-window7-224", Layers, {}}, {"sam-vit-base", Layers, {}}};
    const auto models = test::publishedModels();
    std::map<std::string, Architecture> architectures;
    for (const Figure& one : figures) {
        SCOPED_TRACE(one.model);
        if (!architectures.contains(one.model)) {
            const auto model = std::ranges::find(models, one.model, &PublishedModel::name);
            ASSERT_NE(model, models.end());
            const auto opened = open(*model);
            ASSERT_TRUE(opened);
            architectures[one.model] = examineModel(*opened).architecture;
        }
        EXPECT_EQ(architectures[one.model].find(one.figure), one.value) << figureTitle(one.figure);
    }
}

/// Each part is checked independently of the other parts.
TEST_F(PublishedModelsTest, PartsAreJudgedOneByOne)
{
    struct Cut {
        std::string model, without;
        std::string said; ///< expected in a finding, or in the text about unchecked parts
        std::string notSaid;
    };
    const Cut cuts[]{
        {"pixtral-12b", "vision_tower.transformer", "less than half of the tensors of its image encoder",
            "no tensor is"},
        {"mistral3-24b", "multi_modal_projector", "the connector of its image encoder", "no tensor is"},
        {"pixtral-12b", "language_model.model.layers.#.input_layernorm", "\"input_layernorm\"", "image encoder"},
        {"pixtral-12b", "vision_tower.transformer.layers.23.", "transformers expects 24 layers", "configuration has"},
        {"mistral3-24b", "vision_tower.transformer.layers.23.", "the configuration has 24 layers", "expects"},
        {"xlmr-mlm", "lm_head", "\"lm_head.dense\"", "not checked"},
        {"internvl3-1b", "language_model.lm_head", "the head \"lm_head.weight\"", "not checked"},
        {"internvl2-8b", "language_model.output", "the head \"output.weight\"", "not checked"},
        {"sam-vit-base", "mask_decoder.transformer.layers.1.self_attn.q_proj.weight",
            "named \"mask_decoder.transformer.layers.1.self_attn.q_proj\",", "layers.0"},
        {"sam-vit-base", "mask_decoder.output_hypernetworks_mlps.2.layers.0.bias",
            "named \"mask_decoder.output_hypernetworks_mlps.2.layers.#.bias\",", "mlps.1"},
        {"sam-vit-base", "vision_encoder.layers.11.attn.qkv.weight",
            "\"attn.qkv.weight\", which 11 other layers have. A loader", "may belong"},
        {"sam-vit-base", "prompt_encoder.point_embed.3.weight", "named \"prompt_encoder.point_embed.3\",", "embed.2"},
    };
    const auto models = test::publishedModels();
    for (const Cut& cut : cuts) {
        SCOPED_TRACE(cut.model + " without " + cut.without);
        const auto model = std::ranges::find(models, cut.model, &PublishedModel::name);
        ASSERT_NE(model, models.end());
        const auto whole = open(*model);
        ASSERT_TRUE(whole);
        const ModelReport report = examineWithout(*whole, [&](const std::string& name) {
            return hasNumberedPart(name, cut.without) || name.starts_with(cut.without);
        });
        std::string said;
        for (const Finding& finding : report.findings.list())
            said += finding.message + '\n';
        for (const std::string& reason : report.notChecked)
            said += reason + '\n';
        EXPECT_NE(said.find(cut.said), std::string::npos) << said;
        EXPECT_EQ(said.find(cut.notSaid), std::string::npos) << said;
    }
}

/// A shard with only one part of a model does not contradict the model's configuration.
TEST_F(PublishedModelsTest, ShardsOfOnePartFitTheirConfiguration)
{
    std::size_t examined = 0;
    for (const PublishedModel& model : test::publishedModels()) {
        const auto isOfImages = [](const PublishedModel::Role& role) { return isOfVision(role.name); };
        const bool isOfText = std::ranges::any_of(model.roles, std::not_fn(isOfImages));
        if (model.family == "-" || !isOfText || std::ranges::none_of(model.roles, isOfImages))
            continue;
        const auto whole = open(model);
        ASSERT_TRUE(whole);
        Checkpoint shard = *whole;
        shard.wholeModel = whole->files.front().path;
        for (const bool isVision : {false, true}) {
            SCOPED_TRACE(model.name + (isVision ? ", images" : ", text"));
            const ModelReport report =
                examineWithout(shard, [&](const std::string& name) { return isOfVision(name) != isVision; });
            EXPECT_FALSE(hasFaultOf(report, "config-family"));
            EXPECT_EQ(report.model.family->id, model.family);
            ++examined;
        }
    }
    EXPECT_GT(examined, 20U);
}

/// The image encoder does not make the model one.
TEST_F(PublishedModelsTest, ModelsOfTextAndImagesAreRecognizedByTheirTensors)
{
    const std::map<std::string, std::string> titles{{"llava-1.5-7b", "LLaVA or similar"},
        {"llava-1.6-mistral", "LLaVA-NeXT or similar"}, {"phi3-vision", "Phi-3-vision"}, {"paligemma-3b", "PaliGemma"}};
    for (PublishedModel& model : test::publishedModels()) {
        const auto title = titles.find(model.name);
        if (title == titles.end())
            continue;
        model.header.withoutConfig();
        const auto whole = open(model);
        ASSERT_TRUE(whole);
        EXPECT_EQ(examineModel(*whole).model.title, title->second);
    }
}

/// Without a configuration, nothing is reported that only a configuration could tell.
TEST_F(PublishedModelsTest, AreHealthyWithoutAConfiguration)
{
    for (PublishedModel& model : test::publishedModels()) {
        SCOPED_TRACE(model.name);
        model.header.withoutConfig();
        const auto whole = open(model);
        ASSERT_TRUE(whole);
        const ModelReport report = examineModel(*whole);
        EXPECT_THAT(unexpected(report, model), testing::IsEmpty());
    }
}

} // namespace
} // namespace loupe
