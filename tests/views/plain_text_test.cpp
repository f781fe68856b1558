#include "views/plain_text.h"

#include "support/picture.h"
#include "views/elided_label.h"

#include <QTextDocument>

namespace loupe {
namespace {

TEST(PlainText, toolTipShowsMarkupAsItIs)
{
    const QString hostile = QStringLiteral("<img src='http://example.org/x'><b>a</b> & \"b\"");
    QTextDocument document;
    document.setHtml(plainToolTip(hostile));
    EXPECT_EQ(document.toPlainText(), hostile);
}

TEST(PlainText, toolTipKeepsLineBreaksAndSpellsOutControls)
{
    QTextDocument document;
    document.setHtml(plainToolTip(QStringLiteral("one\ntwo\u202e")));
    EXPECT_EQ(document.toPlainText(), QStringLiteral("one\ntwo\\u202e"));
    EXPECT_TRUE(plainToolTip({}).isEmpty());
}

TEST(ElidedLabel, showsWhatFitsAndKeepsTheWhole)
{
    const QString path = QStringLiteral("/home/somebody/models/a-rather-long-folder/model-00001-of-00002.safetensors");
    ElidedLabel label(path);
    EXPECT_EQ(label.text(), path);
    EXPECT_EQ(label.accessibleName(), path);
    EXPECT_TRUE(label.toolTip().contains(path));
    EXPECT_LT(label.minimumSizeHint().width(), label.sizeHint().width());
    label.resize(120, 24);
    EXPECT_GT(test::colourCount(test::pictureOf(label)), 1);
}

} // namespace
} // namespace loupe
