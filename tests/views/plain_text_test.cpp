#include "views/kit/plain_text.h"

#include "core/text/name_patterns.h"
#include "support/picture.h"
#include "views/kit/elided_label.h"

#include <QHBoxLayout>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>
#include <QToolTip>

#include <gmock/gmock.h>

#include <memory>
#include <string>

namespace loupe {
namespace {

TEST(PlainText, AnErrorEndsWithItsRemedy)
{
    for (int i = 1; i <= static_cast<int>(Remedy::WriteNonFinite); ++i) {
        const Error error{ErrorCode::Unsupported, "this is wrong", "/a", {}, static_cast<Remedy>(i)};
        EXPECT_THAT(shownSentences(error).toStdString(), testing::MatchesRegex("/a: this is wrong\\. .+\\w(\\.|…)"))
            << i;
    }
    EXPECT_EQ(shownSentences({ErrorCode::Io, "this is wrong", {}, {}}), QStringLiteral("This is wrong."));
}

TEST(PlainText, ToolTipShowsMarkupAsItIs)
{
    const QString hostile = QStringLiteral("<img src='http://example.org/x'><b>a</b> & \"b\"");
    QTextDocument document;
    document.setHtml(plainToolTip(hostile));
    EXPECT_EQ(document.toPlainText(), hostile);
}

TEST(PlainText, ToolTipKeepsLineBreaksAndSpellsOutControls)
{
    QTextDocument document;
    document.setHtml(plainToolTip(QStringLiteral("one\ntwo\u202e")));
    EXPECT_EQ(document.toPlainText(), QStringLiteral("one\ntwo\\u202e"));
    EXPECT_TRUE(plainToolTip({}).isEmpty());
}

/// The width of the text in a tooltip, which has no width of its own.
qreal toolTipWidth(const QString& text)
{
    QTextDocument document;
    document.setHtml(plainToolTip(text));
    document.setTextWidth(0); // breaks lines wherever allowed
    return document.idealWidth();
}

TEST(PlainText, ToolTipWrapsWordsThatAreLongerThanALine)
{
    const QString word(80, u'm');
    const QString smile = QStringLiteral("\U0001F600"); // two UTF-16 units that must not be separated
    EXPECT_LT(toolTipWidth(word.repeated(20)), 1.1 * toolTipWidth(word));
    EXPECT_LT(toolTipWidth(smile.repeated(500)), 1.1 * toolTipWidth(smile.repeated(40)));
    QTextDocument document;
    document.setHtml(plainToolTip(QStringLiteral("a") + smile.repeated(500)));
    EXPECT_EQ(document.toPlainText().remove(QChar(0x200b)), QStringLiteral("a") + smile.repeated(500));
    EXPECT_GT(document.toPlainText().count(QChar(0x200b)), 0);
    const QString broken = document.toPlainText();
    for (qsizetype i = 1; i < broken.size(); ++i)
        EXPECT_FALSE(broken[i] == QChar(0x200b) && broken[i - 1].isHighSurrogate()) << i;
    document.setHtml(plainToolTip(word + u' ' + word));
    EXPECT_EQ(document.toPlainText(), word + u' ' + word);
}

/// The number of lines of a tooltip as laid out by QLabel.
int toolTipLines(const QString& text)
{
    QTextDocument document;
    document.setDefaultFont(QToolTip::font());
    document.setHtml(plainToolTip(text));
    document.adjustSize();
    int lines = 0;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        lines += block.text().isEmpty() ? 0 : block.layout()->lineCount();
    return lines;
}

TEST(PlainText, ToolTipBreaksOnlyWhatIsWiderThanItMayBe)
{
    for (const char* const text : {"0.04058867406880356", "transformer.h.4.mlp.c_proj.weight",
             "/tmp/folder/f/llama.safetensors", "model.layers.17.self_attn.q_proj.lora_A.default.weight"})
        EXPECT_EQ(toolTipLines(QLatin1String(text)), 1) << text;
    EXPECT_GT(toolTipLines(QStringLiteral("Words of a long sentence. ").repeated(20)), 1);
}

TEST(ElidedLabel, ShowsWhatFitsAndKeepsTheWhole)
{
    const QString path = QStringLiteral("/home/somebody/models/a-rather-long-folder/model-00001-of-00002.safetensors");
    ElidedLabel label(path);
    EXPECT_EQ(label.text(), path);
    EXPECT_EQ(label.accessibleName(), path);
    EXPECT_TRUE(label.toolTip().contains(path));
    EXPECT_LT(label.minimumSizeHint().width(), label.sizeHint().width());
    label.resize(120, 24);
    EXPECT_GT(test::colorCount(test::pictureOf(label)), 1);
}

TEST(ElidedLabel, NamesInASentenceAreShortenedBeforeItsEnd)
{
    const QString nan = QStringLiteral("model.layers.13.mlp.gate_proj.weight");
    const QString inf = QStringLiteral("model.layers.20.self_attn.k_proj.weight");
    const QString sentence = QStringLiteral("1 NaN: %1 [17, 44] · 1 Inf: %2 [3, 9]").arg(nan, inf);
    ElidedLabel label(sentence);
    label.setElideMode(Qt::ElideRight);
    label.setNames({nan, inf});
    const int whole = label.fontMetrics().horizontalAdvance(sentence) + 1; // like its size hint
    EXPECT_EQ(label.elidedTo(whole), sentence);
    const QString shorter = label.elidedTo(whole * 3 / 4);
    EXPECT_LE(label.fontMetrics().horizontalAdvance(shorter), whole * 3 / 4);
    EXPECT_TRUE(shorter.contains(QStringLiteral(" [17, 44] · 1 Inf: "))) << shorter.toStdString();
    EXPECT_TRUE(shorter.endsWith(QStringLiteral(" [3, 9]"))) << shorter.toStdString();
    EXPECT_TRUE(shorter.contains(QStringLiteral("13"))) << shorter.toStdString();
    const QString narrow = label.elidedTo(whole * 2 / 5);
    EXPECT_TRUE(narrow.contains(QStringLiteral(" [17, 44]"))) << narrow.toStdString();
    EXPECT_TRUE(narrow.endsWith(u'…')) << narrow.toStdString();
    EXPECT_EQ(label.text(), sentence);
}

TEST(ElidedLabel, ABriefSentenceStandsForOneWithoutRoomForItsPlaces)
{
    const auto name = [](int layer, const char* role) {
        return QStringLiteral("base_model.model.model.vision_language_tower.decoder.layers.%1.cross_attention.%2."
                              "default_adapter_name.weight")
            .arg(QString::number(layer), QLatin1String(role));
    };
    const auto patterns = std::make_shared<NamePatterns>();
    for (int layer = 0; layer < 40; ++layer)
        for (const char* const role : {"q_proj.lora_A", "q_proj.lora_B", "v_proj.lora_A", "v_proj.lora_B"})
            patterns->add(name(layer, role).toStdString());
    const QString nan = name(31, "q_proj.lora_B");
    const QString inf = name(36, "v_proj.lora_A");
    ElidedLabel label(
        QStringLiteral("2 NaN in 2 tensors, the first: %1 [77, 3] · 32 Inf in 8 tensors, the first: %2 [2, 5]")
            .arg(nan, inf));
    label.setElideMode(Qt::ElideRight);
    label.setNames({nan, inf}, patterns);
    label.setBrief(QStringLiteral("2 NaN from %1 [77, 3] · 32 Inf from %2 [2, 5]").arg(nan, inf));
    const int least = label.leastTextWidth();
    EXPECT_LE(least, label.fontMetrics().averageCharWidth() * 90) << "in a window of 900 there is no more";
    for (const int room : {least, 2 * least}) {
        const std::string text = label.elidedTo(room).toStdString();
        for (const char* const part : {"31", "q_proj.lora_B", " [77, 3] · 32 Inf", "36", "v_proj.lora_A"})
            EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
        EXPECT_TRUE(text.ends_with(" [2, 5]")) << text;
        EXPECT_EQ(text.find("from") == std::string::npos, room > least) << text;
    }
}

TEST(ElidedLabel, ATitleLeavesOthersTheirRoomButShowsLayerAndRole)
{
    QWidget bar;
    auto* const row = new QHBoxLayout(&bar);
    auto* const title = new ElidedLabel;
    title->setPathElided();
    title->giveWayToOthers();
    auto* const other = new QWidget;
    other->setMinimumWidth(200);
    row->addWidget(title, 1);
    row->addWidget(other);
    const int before = bar.minimumSizeHint().width();
    title->setText(QStringLiteral("model.layers.15.self_attn.q_proj.weight"));
    const QString shown = QStringLiteral("…15…q_proj.weight");
    EXPECT_GE(title->minimumWidth(), title->fontMetrics().horizontalAdvance(shown));
    EXPECT_LE(bar.minimumSizeHint().width(), before + title->fontMetrics().averageCharWidth() * 24);
    title->setText(QStringLiteral("norm"));
    EXPECT_LE(title->minimumWidth(), title->sizeHint().width()) << "a short name leaves what it does not need";
}

TEST(PlainText, LongTextsLoseTheirMiddle)
{
    EXPECT_EQ(shownText(QStringLiteral("short\n")), QStringLiteral("short\\n"));
    EXPECT_EQ(shownText(std::string_view("short\n")), QStringLiteral("short\\n"));
    const std::string text = "begin" + std::string(8'000'000, 'x') + "end";
    for (const QString& shown : {shownText(text), shownText(QString::fromStdString(text))}) {
        EXPECT_EQ(shown.size(), 401);
        EXPECT_TRUE(shown.startsWith(QStringLiteral("beginxxx")));
        EXPECT_TRUE(shown.endsWith(QStringLiteral("xxxend")));
        EXPECT_TRUE(shown.contains(u'…'));
    }
    EXPECT_LT(plainToolTip(QString::fromStdString(text)).size(), 5000);
}

TEST(PlainText, CharactersAreNotCutInHalf)
{
    for (const char* const character : {"ä", "層", "😀"}) {
        std::string text;
        for (int count = 0; count < 10'000; ++count)
            text += character;
        for (int shift = 0; shift < 4; ++shift) {
            const std::string shifted =
                std::string(std::size_t(shift), 'a') + text + std::string(std::size_t(shift), 'b');
            for (const QString& shown : {shownText(shifted), shownText(QString::fromStdString(shifted))}) {
                EXPECT_FALSE(shown.contains(u'\\'));
                EXPECT_FALSE(shown.contains(QChar::ReplacementCharacter));
                EXPECT_FALSE(shown.contains(u'?'));
                EXPECT_LE(shown.size(), 401);
            }
        }
    }
}

TEST(PlainText, LongShapesAreCut)
{
    EXPECT_EQ(shownShape(std::vector<std::uint64_t>{2, 3}), QStringLiteral("[2, 3]"));
    EXPECT_EQ(shownShape({}), QStringLiteral("[]"));
    const QString shown = shownShape(std::vector<std::uint64_t>(1'000'000, 1));
    EXPECT_LT(shown.size(), 60);
    EXPECT_TRUE(shown.endsWith(QStringLiteral("1, …]")));
}

TEST(ElidedLabel, LeavesTheNameThatItsOwnerGave)
{
    ElidedLabel named;
    named.setAccessibleName(QStringLiteral("Byte"));
    named.setText(QStringLiteral("0x10"));
    named.setText(QStringLiteral("0x11"));
    EXPECT_EQ(named.accessibleName(), QStringLiteral("Byte"));
    EXPECT_EQ(named.accessibleDescription(), QStringLiteral("0x11"));
    ElidedLabel bare(QStringLiteral("one"));
    bare.setText(QStringLiteral("two"));
    EXPECT_EQ(bare.accessibleName(), QStringLiteral("two"));
}

TEST(PlainText, OnlyLongWordsOfASentenceAreCut)
{
    const QString path = u'/' + QString(300, u'x') + QStringLiteral("/end");
    const QString shown = shownSentence(QStringLiteral("There is no folder %1 here, look elsewhere").arg(path));
    EXPECT_TRUE(shown.startsWith(QStringLiteral("There is no folder /xxx")));
    EXPECT_TRUE(shown.endsWith(QStringLiteral("/end here, look elsewhere")));
    for (const QString& word : shown.split(u' '))
        EXPECT_LE(word.size(), 65);
    EXPECT_EQ(shownSentence(QStringLiteral("short  words\n")), QStringLiteral("short  words\\n"));
}

/// A title on the Values tab in a window 1280 pixels wide.
TEST(ElidedLabel, APathInAListKeepsWhatDistinguishesIt)
{
    const auto list = std::make_shared<NamePatterns>();
    std::string name;
    for (const char* const projection : {"q_proj", "v_proj"}) {
        for (const char* const side : {"lora_A", "lora_B"}) {
            for (int layer = 30; layer < 32; ++layer) {
                name = "base_model.model.decoder.layers." + std::to_string(layer) + ".cross_attention." + projection
                    + '.' + side + ".default_adapter_name.weight";
                list->add(name);
            }
        }
    }
    ElidedLabel title(QString::fromStdString(name));
    title.setPathElided();
    const int room = title.fontMetrics().averageCharWidth() * 34;
    title.setNames({}, list);
    EXPECT_THAT(title.elidedTo(room).toStdString(),
        testing::AllOf(testing::HasSubstr("31"), testing::HasSubstr("v_proj.lora_B")));
}

} // namespace
} // namespace loupe
