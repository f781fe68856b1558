#include "views/kit/elided_path.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QFontMetrics>
#include <QRegularExpression>

#include <algorithm>
#include <memory>
#include <string>

namespace loupe {
namespace {

class ElidedPathTest : public testing::Test {
protected:
    /// Elides the path to the width of `wanted`.
    QString elided(const QString& path, const QString& wanted)
    {
        return elidedPath(path, m_metrics, m_metrics.horizontalAdvance(wanted));
    }

    /// A list with so many kinds of names that only their common suffix `tail` is known.
    static ListedName endingIn(const std::string& tail)
    {
        const auto patterns = std::make_shared<NamePatterns>();
        for (std::size_t kind = 0; kind <= NamePatterns::mostPatterns; ++kind)
            patterns->add(std::string{char('a' + kind / 26), char('a' + kind % 26)} + tail);
        EXPECT_FALSE(patterns->areKnown());
        EXPECT_EQ(patterns->commonTail(), std::size_t(std::ranges::count(tail, '.')));
        return {.list = patterns};
    }

    QFontMetrics m_metrics{QApplication::font()};
};

TEST_F(ElidedPathTest, KeepsTheNumberOfTheLayerAndTheRole)
{
    const QString name = QStringLiteral("base_model.model.model.layers.17.self_attn.q_proj.weight");
    for (const char* const wanted : {"base_model.model.model.layers.17.self_attn.q_proj.weight",
             "…model.model.layers.17.self_attn.q_proj.weight", "…layers.17.self_attn.q_proj.weight",
             "…layers.17…q_proj.weight", "…17…q_proj.weight", "…17…weight", "…weight"}) {
        const QString text = QString::fromUtf8(wanted);
        EXPECT_EQ(elided(name, text), text);
    }
}

TEST_F(ElidedPathTest, KeepsTheNumbersOfSeveralBlocks)
{
    const QString name = QStringLiteral("model.layers.{3…60}.mlp.experts.{0…15}.down_proj.weight");
    for (const char* const wanted : {"…layers.{3…60}…experts.{0…15}.down_proj.weight",
             "…{3…60}…{0…15}.down_proj.weight", "…{3…60}…{0…15}…weight"}) {
        const QString text = QString::fromUtf8(wanted);
        EXPECT_EQ(elided(name, text), text);
    }
}

TEST_F(ElidedPathTest, WhatAllNamesEndInGoesFirst)
{
    const QString name = QStringLiteral("base_model.model.layers.0.self_attn.q_proj.lora_A.default_adapter.weight");
    const ListedName adapters = endingIn(".default_adapter.weight");
    for (const char* const wanted : {"base_model.model.layers.0.self_attn.q_proj.lora_A…",
             "…layers.0.self_attn.q_proj.lora_A…", "…layers.0…q_proj.lora_A…", "…0…q_proj.lora_A…", "…0…lora_A…"}) {
        const QString text = QString::fromUtf8(wanted);
        EXPECT_EQ(elidedPath(name, m_metrics, m_metrics.horizontalAdvance(text), adapters), text);
    }
    const QString shortName = QStringLiteral("default_adapter.weight");
    EXPECT_EQ(elidedPath(shortName, m_metrics, 1000, adapters), shortName);
    const QString letters = QStringLiteral("def…ter…");
    EXPECT_EQ(elidedPath(shortName, m_metrics, m_metrics.horizontalAdvance(letters), adapters), letters);
}

TEST_F(ElidedPathTest, PartsOfABlockGiveUpTheirMiddleBeforeTheyGo)
{
    const QString tail = QStringLiteral("_attention_with_rotary_position_embedding.key_projection_layer");
    for (const QString& end : {QStringLiteral(".lora_embedding_A.my_default_adapter_name.weight"),
             QStringLiteral(".lora_A.default.weight"), QString()}) {
        for (const int common : {0, int(end.count(u'.'))}) {
            SCOPED_TRACE(end.toStdString() + std::to_string(common));
            const int room =
                m_metrics.horizontalAdvance(QStringLiteral("…layers.0.cross_att…embedding.key_projection_layer") + end);
            for (const char* const part : {"self", "cross"}) {
                const QString shown = elidedPath(QStringLiteral("model.layers.0.") + QLatin1String(part) + tail + end,
                    m_metrics, room, common == 0 ? ListedName() : endingIn(end.toStdString()));
                const QRegularExpression wanted(
                    QStringLiteral(
                        "^(model\\.layers\\.|…layers\\.|…)0\\.%1_att\\w*(…\\w*)?embedding\\.key_projection_layer")
                        .arg(QLatin1String(part))
                    + (common == 0 ? QRegularExpression::escape(end) : QStringLiteral("…")) + u'$');
                EXPECT_TRUE(wanted.match(shown).hasMatch()) << shown.toStdString();
                EXPECT_LE(m_metrics.horizontalAdvance(shown), room) << shown.toStdString();
            }
        }
    }
}

TEST_F(ElidedPathTest, TheSecondLastSegmentGivesUpItsMiddleBeforeItGoes)
{
    const QString name = QStringLiteral("post_attention_layernorm.weight");
    const QString text = elided(name, QStringLiteral("post_att…yernorm.weight"));
    EXPECT_TRUE(text.startsWith(u"post_") && text.contains(u'…') && text.endsWith(u"norm.weight"))
        << text.toStdString();
    EXPECT_EQ(elided(name, QStringLiteral("…o.weight")), QStringLiteral("…weight"));
}

TEST_F(ElidedPathTest, NumbersStayWhereTheLastSegmentGivesUpItsMiddle)
{
    const QString name = QStringLiteral("layers.4.post_attention_layernorm");
    const QString text = elided(name, QStringLiteral("…4.post_att…layernorm"));
    EXPECT_TRUE(text.startsWith(u"…4.post_") && text.endsWith(u"norm")) << text.toStdString();
    const QString blocks = QStringLiteral("…{3…7}…q_proj.weight");
    EXPECT_EQ(elided(QStringLiteral("model.layers.{3…7}.self_attn.q_proj.weight"), blocks), blocks);
}

TEST_F(ElidedPathTest, LongNamesOfFilesInASentenceAreShortened)
{
    const QString file = QStringLiteral("bf16_zero_pp_rank_2_mp_rank_00_optim_states.pt");
    const QString sentence = QStringLiteral("file \"%1\" of l.0.w and \"short.pt\", and \"%1x\"").arg(file);
    EXPECT_EQ(longNamesIn(sentence, QStringLiteral("l.0.w")),
        QStringList({file, QStringLiteral("l.0.w"), file + QLatin1Char('x')}));
    EXPECT_EQ(longNamesIn(sentence, file), QStringList({file, file + QLatin1Char('x')})) << "a tensor of that name";
    EXPECT_EQ(
        longNamesIn(QStringLiteral("\"a sentence with spaces in quotes\""), QStringLiteral("gone")), QStringList());
}

TEST_F(ElidedPathTest, NeverIsWiderThanItsRoom)
{
    const QString names[] = {QStringLiteral("model/layer_norm/gamma"), QStringLiteral("weight"),
        QStringLiteral("a..b...c"), QString(9000, u'x'), QStringLiteral("x.").repeated(5000), QString()};
    for (const QString& name : names) {
        for (int width = 0; width < 200; width += 7) {
            const QString text = elidedPath(name, m_metrics, width);
            EXPECT_LE(m_metrics.horizontalAdvance(text), std::max(width, m_metrics.horizontalAdvance(u'…')))
                << name.left(30).toStdString() << " in " << width << ": " << text.toStdString();
        }
    }
    EXPECT_EQ(elided(names[0], QStringLiteral("…gamma")), QStringLiteral("…gamma"));
}

} // namespace
} // namespace loupe
