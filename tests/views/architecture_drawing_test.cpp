// Tests the drawing of a model on the Overview: its parts, and the groups that they link to.

#include "views/overview/architecture_drawing.h"

#include "insight/known_models.h"
#include "items/session/findings_model.h"
#include "items/session/overview_facts.h"
#include "items/tree/health/health_scan.h"
#include "support/opened.h"
#include "support/temporary_file.h"
#include "views/details/findings_table.h"
#include "views/overview/overview_view.h"

#include <QImage>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace loupe {
namespace {

using test::ModelHeader;

class ArchitectureDrawingTest : public testing::Test {
protected:
    OverviewFacts factsOf(const ModelHeader& model)
    {
        m_opened = test::openFile(model.write(m_folder.path() / std::to_string(m_next++)));
        return findOverviewFacts(*m_opened, {});
    }
    std::string pathOf(NameTree::NodeId group) const { return std::string(m_opened->tree.path(group)); }
    std::vector<std::string> chosen(const QSignalSpy& spy) const
    {
        std::vector<std::string> paths;
        for (const auto& arguments : spy)
            paths.push_back(pathOf(arguments.front().value<NameTree::NodeId>()));
        return paths;
    }

    test::TemporaryFolder m_folder;
    OpenedCheckpointPtr m_opened;

private:
    int m_next = 0;
};

struct DrawnModel {
    std::string name;
    ModelHeader model;
    std::vector<std::string> groups; ///< group of each part
    QString said; ///< part of the description
};

TEST_F(ArchitectureDrawingTest, PartsLeadToTheirTensors)
{
    const std::string layer = "model.layers.0.";
    const std::vector<DrawnModel> models{
        {"heads that share keys", test::llama3(),
            {"model.embed_tokens", "model.layers", layer + "self_attn", layer + "mlp", "model.norm", "lm_head"},
            QStringLiteral("Embedding: 128,256 tokens, 4,096 numbers each; 32 blocks, one after the other; Attention: "
                           "32 heads (8 KV); Feed-forward: 4,096 → 14,336; Norm; Head: not tied to the "
                           "embedding")},
        {"experts", test::qwen3Moe(),
            {"model.embed_tokens", "model.layers", layer + "self_attn", layer + "mlp", "model.norm", "lm_head"},
            QStringLiteral("Experts: 128, 8 per token")},
        {"compressed keys", test::deepseekV3(),
            {"model.embed_tokens", "model.layers", layer + "self_attn", layer + "mlp", "model.norm", "lm_head"},
            QStringLiteral("61 blocks, one after the other: the first 3 without experts, then 58 with experts; "
                           "Attention: 128 heads, KV compressed to 512")},
        {"a tied head", test::gemma(),
            {"model.embed_tokens", "model.layers", layer + "self_attn", layer + "mlp", "model.norm",
                "model.embed_tokens"},
            QStringLiteral("Head: shares the weights of the embedding")},
        {"one head for keys", test::falcon7b(),
            {"transformer.word_embeddings", "transformer.h", "transformer.h.0.self_attention", "transformer.h.0.mlp",
                "transformer.ln_f", "transformer.word_embeddings"},
            QStringLiteral("71 heads (1 KV)")},
        {"no attention", test::mamba130m(),
            {"backbone.embeddings", "backbone.layers", "backbone.layers.0.mixer", "backbone.norm_f"},
            QStringLiteral("State space")},
        {"an encoder", test::bertLike("bert", 30522, 512, 2),
            {"embeddings.word_embeddings", "encoder.layer", "encoder.layer.0.attention",
                "encoder.layer.0.intermediate"},
            QStringLiteral("12 heads")},
    };
    for (const DrawnModel& one : models) {
        SCOPED_TRACE(one.name);
        const OverviewFacts facts = factsOf(one.model);
        ASSERT_TRUE(ArchitectureDrawing::isFor(facts));
        ArchitectureDrawing drawing(facts);
        EXPECT_TRUE(drawing.accessibleDescription().contains(one.said))
            << drawing.accessibleDescription().toStdString();
        const QSignalSpy spy(&drawing, &ArchitectureDrawing::groupChosen);
        for (std::size_t part = 0; part < one.groups.size() + 2; ++part) { // the last part stays current
            if (part < one.groups.size())
                QTest::keyClick(&drawing, Qt::Key_Return);
            QTest::keyClick(&drawing, Qt::Key_Right);
        }
        EXPECT_EQ(chosen(spy), one.groups);
    }
}

TEST_F(ArchitectureDrawingTest, AClickChoosesThePartUnderThePointer)
{
    const OverviewFacts facts = factsOf(test::llama3());
    for (const int width : {900, 400}) { // parts of a block side by side, and stacked
        SCOPED_TRACE(width);
        ArchitectureDrawing drawing(facts);
        drawing.resize(width, drawing.heightForWidth(width));
        drawing.show();
        const QSignalSpy spy(&drawing, &ArchitectureDrawing::groupChosen);
        const int columns = 60;
        for (int row = 1; row < 4; ++row) {
            for (int column = 0; column < columns; ++column)
                QTest::mouseClick(
                    &drawing, Qt::LeftButton, {}, {column * drawing.width() / columns, row * drawing.height() / 4});
        }
        const auto paths = chosen(spy);
        EXPECT_THAT(std::set<std::string>(paths.begin(), paths.end()),
            testing::UnorderedElementsAre("model.embed_tokens", "model.layers", "model.layers.0.self_attn",
                "model.layers.0.mlp", "model.norm", "lm_head"));
    }
}

TEST_F(ArchitectureDrawingTest, DrawsWhateverAModelClaims)
{
    constexpr std::uint64_t huge = 1'000'000'000'000;
    const std::vector<ModelHeader> models{test::llama3(), test::qwen3Moe(), test::falcon7b(), test::mamba130m(),
        test::llama3().set("num_attention_heads", huge).set("num_key_value_heads", huge),
        test::llama3().set("num_attention_heads", 1).set("num_key_value_heads", huge),
        test::qwen3Moe().set("num_experts", huge).set("num_experts_per_tok", huge),
        test::llama3().set("hidden_size", huge).set("intermediate_size", 1)};
    for (const ModelHeader& model : models) {
        ArchitectureDrawing drawing(factsOf(model));
        for (const int width : {1200, 360}) {
            drawing.resize(width, drawing.heightForWidth(width));
            QImage image(drawing.size() * 2, QImage::Format_RGB32);
            image.setDevicePixelRatio(2);
            image.fill(Qt::white);
            drawing.render(&image);
            const QImage empty = [&] {
                QImage blank = image;
                blank.fill(Qt::white);
                return blank;
            }();
            EXPECT_NE(image, empty);
        }
    }
}

TEST_F(ArchitectureDrawingTest, NoneOfModelsOfAnotherKind)
{
    for (const ModelHeader& model : {test::clipBase32(), test::t5Small(), ModelHeader().add("a", {2, 2}),
             test::llama3().set("model_type", "brand-new")})
        EXPECT_FALSE(ArchitectureDrawing::isFor(factsOf(model)));
}

/// All values are zero, so norms have no information and no matrix is unusual.
TEST_F(ArchitectureDrawingTest, AScanOfAModelAddsWhatItsValuesSay)
{
    ModelHeader adapter;
    for (const char* const number : {"0", "1"}) {
        const std::string module = std::string("base_model.model.layers.") + number + ".q_proj.";
        adapter.add(module + "lora_A.weight", {8, 64}).add(module + "lora_B.weight", {64, 8});
    }
    m_opened = test::openFile(adapter.write(m_folder.path() / "adapter"));
    HealthScan scan;
    OverviewView view;
    view.setScan(&scan);
    scan.setCheckpoint(m_opened);
    view.setCheckpoint(m_opened);
    view.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !view.isBusy(); }));
    scan.start();
    FindingsTable& table = *view.findChildren<FindingsTable*>().back();
    ASSERT_TRUE(QTest::qWaitFor([&] { return scan.isComplete() && !view.isBusy() && table.isVisible(); }));
    ASSERT_EQ(table.findings().rowCount(), 1);
    EXPECT_THAT(table.model()->index(0, FindingsModel::Message).data().toString().toStdString(),
        testing::HasSubstr("2 B matrices of the adapter are zero"));
}

} // namespace
} // namespace loupe
