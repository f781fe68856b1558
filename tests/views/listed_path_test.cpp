#include "views/kit/elided_path.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFontMetrics>
#include <QSet>

#include <memory>
#include <vector>

namespace loupe {
namespace {

class ListedPathTest : public testing::Test {
protected:
    /// Elides the path to the width of `wanted`.
    QString elided(const QString& path, const QString& wanted, const ListedName& listed)
    {
        return elidedPath(path, m_metrics, m_metrics.horizontalAdvance(wanted), listed);
    }
    /// Elides all paths to the same width.
    QStringList elidedIn(const QStringList& paths, int width)
    {
        return elidedPaths(paths, m_metrics, std::vector<int>(std::size_t(paths.size()), width));
    }

    QFontMetrics m_metrics{QApplication::font()};
};

TEST_F(ListedPathTest, NeverIsWiderThanItsRoom)
{
    const QString names[] = {QStringLiteral("model/layer_norm/gamma"), QStringLiteral("weight"),
        QStringLiteral("a..b...c"), QString(9000, u'x'), QStringLiteral("x.").repeated(5000), QString(),
        QString::fromUtf8("\xf0\x9f\x98\x80").repeated(40)};
    for (const QString& name : names) {
        for (int width = 0; width < 200; width += 7) {
            const QString text = elidedPath(name, m_metrics, width, {});
            EXPECT_LE(m_metrics.horizontalAdvance(text), std::max(width, m_metrics.horizontalAdvance(u'…')))
                << name.left(30).toStdString() << " in " << width << ": " << text.toStdString();
            EXPECT_TRUE(text.isValidUtf16());
        }
    }
}

/// Typical names of checkpoints; in each list, the distinguishing parts are at a different position.
struct NameList {
    const char* title;
    QStringList names;
};

std::vector<NameList> nameLists()
{
    std::vector<NameList> lists = {{"Llama", {}}, {"LoRA of two attentions", {}}, {"experts", {}}, {"families", {}},
        {"TensorFlow", {}}, {"encoder and decoder", {}}, {"weight and bias", {}}};
    for (int layer = 0; layer < 12; layer += 11) {
        const QString number = QString::number(layer);
        for (const char* const role : {"self_attn.q_proj", "self_attn.k_proj", "mlp.gate_proj", "mlp.up_proj"})
            lists[0].names << QStringLiteral("model.layers.%1.%2.weight").arg(number, QLatin1String(role));
        for (const char* const attention : {"self", "cross"})
            for (const char* const role : {"query", "key", "value"})
                lists[1].names << QStringLiteral(
                    "base_model.model.generation.vision_language_encoder.transformer_blocks.%1.%2_attention_with_"
                    "rotary_"
                    "position_embedding.%3_projection_layer.lora_embedding_A.my_default_adapter_name.weight")
                                      .arg(number, QLatin1String(attention), QLatin1String(role));
        for (const char* const role : {"gate_proj", "up_proj", "down_proj"})
            for (const char* const part : {"experts.0", "experts.255", "shared_experts"})
                lists[2].names << QStringLiteral("model.layers.%1.mlp.%2.%3.weight")
                                      .arg(number, QLatin1String(part), QLatin1String(role));
        for (const char* const role : {"query", "key"})
            for (const char* const kind : {"kernel", "bias"})
                lists[4].names << QStringLiteral("bert/encoder/layer_%1/attention/self/%2/%3")
                                      .arg(number, QLatin1String(role), QLatin1String(kind));
        for (const char* const half : {"encoder", "decoder"})
            lists[5].names
                << QStringLiteral("model.%1.layers.%2.self_attn.q_proj.weight").arg(QLatin1String(half), number);
        for (const char* const kind : {"weight", "bias"})
            lists[6].names << QStringLiteral("transformer.h.%1.attention.dense.%2").arg(number, QLatin1String(kind));
    }
    lists[0].names << QStringLiteral("lm_head.weight") << QStringLiteral("model.embed_tokens.weight")
                   << QStringLiteral("model.norm.weight");
    for (const char* const name : {"model.layers.{3…60}.mlp.experts.{0…255}.gate_proj.weight",
             "model.layers.{3…60}.mlp.experts.{0…255}.up_proj.weight",
             "model.layers.{3…60}.mlp.experts.{0…255}.down_proj.weight", "model.layers.{0…60}.self_attn.o_proj.weight",
             "model.layers.{0…60}.self_attn.q_b_proj.weight", "lm_head.weight", "model.embed_tokens.weight",
             "model.layers.{3…60}.mlp.shared_experts.gate_proj.weight",
             "model.layers.{3…60}.mlp.shared_experts.up_proj.weight", "model.layers.{0…2}.mlp.gate_proj.weight"})
        lists[3].names << QString::fromUtf8(name);
    return lists;
}

TEST_F(ListedPathTest, NoTwoNamesOfAListReadTheSame)
{
    for (const NameList& list : nameLists()) {
        const int fewestLetters = list.title == std::string_view("families") ? 16 : 24;
        for (int width = m_metrics.averageCharWidth() * fewestLetters; width < 700; width += 7) {
            const QStringList texts = elidedIn(list.names, width);
            ASSERT_EQ(texts.size(), list.names.size());
            EXPECT_EQ(QSet<QString>(texts.begin(), texts.end()).size(), texts.size())
                << list.title << " in " << width << ": " << texts.join(u' ').toStdString();
            for (const QString& text : texts) {
                EXPECT_LE(m_metrics.horizontalAdvance(text), width) << text.toStdString();
                EXPECT_FALSE(text.contains(QStringLiteral("..")) || text.contains(QStringLiteral("….")))
                    << text.toStdString() << ": no row of dots";
            }
        }
    }
}

struct KeptParts {
    QStringList names;
    std::vector<QStringList> kept; ///< for each name, the part that distinguishes it from its neighbors, and its role
    int letters; ///< width in letters that is enough for all of these
};

std::vector<KeptParts> keptParts()
{
    // The names of a LoRA before and after a rename, as in the two columns of a dialog.
    KeptParts renamed{{}, {}, 34};
    for (const char* const layer : {"3", "17"})
        for (const char* const role : {"self_attn.q_proj", "self_attn.k_proj", "mlp.fc1"})
            for (const char* const factor : {"lora_A", "lora_B"}) {
                const QString end = QStringLiteral(".layers.%1.%2.%3.default_adapter_name.weight")
                                        .arg(QLatin1String(layer), QLatin1String(role), QLatin1String(factor));
                const QString last = QLatin1String(role).sliced(QLatin1String(role).indexOf(u'.') + 1);
                for (const char* const prefix :
                    {"base_model.model.model.vision_tower.vision_model.encoder", "vis.enc"}) {
                    renamed.names << QLatin1String(prefix) + end;
                    renamed.kept.push_back({QLatin1String(layer), last, QLatin1String(factor)});
                }
            }
    // Six neighboring tensors of one layer, staged for deletion.
    KeptParts deleted{{}, {}, 24};
    for (qsizetype i = 0; i < 12; i += 2) {
        deleted.names << renamed.names[i];
        deleted.kept.push_back(renamed.kept[std::size_t(i)]);
    }
    // Roles of a mixture of experts, with layers as columns.
    KeptParts roles{{}, {}, 34};
    for (const char* const place : {"mlp", "mlp.experts.*", "mlp.shared_experts"})
        for (const char* const role : {"down_proj", "gate_proj", "up_proj"}) {
            roles.names << QStringLiteral("%1.%2.weight").arg(QLatin1String(place), QLatin1String(role));
            roles.kept.push_back({QLatin1String(role), QString::fromLatin1(place).section(u'.', 1, 1)});
        }
    roles.names << QStringLiteral("mlp.gate.e_score_correction_bias");
    roles.kept.push_back({QStringLiteral("e_score_correction_bias")});
    return {renamed, deleted, roles};
}

TEST_F(ListedPathTest, NeighborsDifferAndKeepLayerAndRole)
{
    for (const KeptParts& list : keptParts())
        for (int width = m_metrics.averageCharWidth() * list.letters; width < 700; width += 7) {
            const QStringList texts = elidedIn(list.names, width);
            for (qsizetype i = 0; i < texts.size(); ++i) {
                EXPECT_EQ(texts.count(texts[i]), 1) << texts[i].toStdString() << " in " << width;
                for (const QString& part : list.kept[std::size_t(i)])
                    EXPECT_TRUE(texts[i].contains(part))
                        << part.toStdString() << " of " << texts[i].toStdString() << " in " << width;
            }
        }
}

TEST_F(ListedPathTest, WhatMostNamesEndInGoesBeforeWhatFewHave)
{
    const QStringList names = keptParts()[2].names;
    const QString wanted = QString::fromUtf8("…experts.*.down_proj…");
    EXPECT_EQ(elidedIn(names, m_metrics.horizontalAdvance(wanted))[3], wanted);
}

TEST_F(ListedPathTest, EachNameOfAListGivesUpOnlyWhatItsOwnRoomAsks)
{
    const QStringList names = nameLists()[3].names;
    const std::vector<int> whole(std::size_t(names.size()), 1000);
    EXPECT_EQ(elidedPaths(names, m_metrics, whole), names);
    for (const char* const wanted : {"…layers.{3…60}.mlp.experts.{0…255}.gate_proj.weight",
             "…layers.{3…60}.mlp.experts.{0…255}.gate_proj…", "…layers.{3…60}…experts.{0…255}.gate_proj…",
             "…{3…60}…experts.{0…255}.gate_proj…", "…{3…60}…{0…255}.gate_proj…", "…{3…60}…{0…255}.gat…oj…"}) {
        std::vector<int> widths = whole;
        const QString text = QString::fromUtf8(wanted);
        widths[0] = m_metrics.horizontalAdvance(text);
        QStringList expected = names;
        expected[0] = text;
        EXPECT_EQ(elidedPaths(names, m_metrics, widths), expected);
    }
}

TEST_F(ListedPathTest, WhatAllNamesShareGoesFirst)
{
    const QStringList names = nameLists()[1].names;
    for (const char* const wanted :
        {"…transformer_blocks.0.self_attention_with_rotary_position_embedding.query_projection_layer…weight",
            "…0.self_attention_with_rotary_position_embedding.query_projection_layer…"}) {
        const QString text = QString::fromUtf8(wanted);
        const QString shown = elidedIn(names, m_metrics.horizontalAdvance(text))[0];
        EXPECT_EQ(shown.toStdString(), wanted);
    }
}

TEST_F(ListedPathTest, WhatTheRowAboveSaysIsKnown)
{
    // Rows below "layers.0": names only need to differ from others in the same group.
    const auto patterns = std::make_shared<NamePatterns>();
    for (const char* const name : {"model.layers.0.self_attn.q_proj.weight", "model.layers.1.self_attn.q_proj.weight",
             "model.layers.0.cross_attn.q_proj.weight", "model.layers.0.mlp.up_proj.weight"})
        patterns->add(name);
    const auto shown = [&](const char* name, const char* wanted) {
        return elided(QLatin1String(name), QString::fromUtf8(wanted), {.list = patterns, .before = "model.layers.0."});
    };
    EXPECT_EQ(shown("mlp.up_proj.weight", "…up_proj.weight"), QString::fromUtf8("mlp.up_proj…"));
    EXPECT_EQ(shown("mlp.up_proj.weight", "…up_proj…"), QString::fromUtf8("…up_proj…"));
    EXPECT_EQ(shown("self_attn.q_proj.weight", "self_attn.q_proj…"), QString::fromUtf8("self_attn.q_proj…"));
    EXPECT_NE(shown("self_attn.q_proj.weight", "…q_proj.weight"), shown("cross_attn.q_proj.weight", "…q_proj.weight"));
}

TEST_F(ListedPathTest, RolesKeepWholePartsInsteadOfPiecesOfThem)
{
    const auto patterns = std::make_shared<NamePatterns>();
    for (const char* const name : {"model.layers.{3…60}.mlp.shared_experts.down_proj.weight",
             "model.layers.{3…60}.mlp.experts.{0…15}.down_proj.weight", "model.layers.{0…2}.mlp.down_proj.weight",
             "model.layers.{3…60}.mlp.gate.e_score_correction_bias", "model.layers.{3…60}.mlp.gate.weight"})
        patterns->add(name);
    const ListedName listed{.list = patterns, .before = "model.layers.{0…60}.mlp."};
    for (const auto& [name, wanted] : {std::pair("shared_experts.down_proj.weight", "shared_experts.down_proj…"),
             {"gate.e_score_correction_bias", "…e_score_correction_bias"}})
        EXPECT_EQ(elided(QLatin1String(name), QString::fromUtf8(wanted), listed), QString::fromUtf8(wanted));
}

TEST_F(ListedPathTest, NumbersStayWhereOnlyTheyTellNamesOfAListApart)
{
    const QStringList names = {QStringLiteral("model.layers.0.mlp.up_proj.weight"),
        QStringLiteral("model.layers.1.mlp.up_proj.weight"), QStringLiteral("a"), QString()};
    const QStringList texts = elidedIn(names, m_metrics.horizontalAdvance(QStringLiteral("…0.mlp.up_proj")));
    EXPECT_TRUE(texts[0].contains(u'0')) << texts[0].toStdString();
    EXPECT_TRUE(texts[1].contains(u'1')) << texts[1].toStdString();
    EXPECT_EQ(texts[2], names[2]);
    EXPECT_EQ(texts[3], QString());
}

TEST_F(ListedPathTest, NamesOfTooManyKindsAreShortenedAlone)
{
    const auto patterns = std::make_shared<NamePatterns>();
    for (char a = 'a'; a <= 'z'; ++a)
        for (char b = 'a'; b <= 'z'; ++b)
            for (const char* const kind : {".weight", ".bias"})
                patterns->add(std::string("model.layers.0.") + a + b + kind);
    ASSERT_FALSE(patterns->areKnown());
    const QString text = QString::fromUtf8("…layers.0.ab.weight");
    EXPECT_EQ(elided(QStringLiteral("model.layers.0.ab.weight"), text, {.list = patterns}), text);
    const QString little = QString::fromUtf8("…0.ab…");
    const QString weight = elided(QStringLiteral("model.layers.0.ab.weight"), little, {.list = patterns});
    EXPECT_NE(weight, elided(QStringLiteral("model.layers.0.ab.bias"), little, {.list = patterns}))
        << weight.toStdString();
}

} // namespace
} // namespace loupe
