#include "views/tree/row_names.h"

#include "items/jobs/item_roles.h"
#include "items/tree/tensor_tree_model.h"
#include "saving/recipe/staged_edits.h"
#include "support/made_checkpoint.h"
#include "support/opened.h"

#include <QFontMetrics>
#include <QGuiApplication>
#include <QSet>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace loupe {
namespace {

/// Two tensors of layer 2; q_proj is renamed into another group.
class RowNamesTest : public testing::Test {
protected:
    static constexpr int gap = 8;
    static constexpr const char* whole = "model.layers.2.attention.query";
    static constexpr const char* withoutGroups = "…attention.query";
    static constexpr const char* old = "self_attn.q_proj";

    RowNamesTest()
    {
        test::MadeCheckpoint made;
        made.add("model.layers.2.self_attn.q_proj").add("model.layers.2.self_attn.k_proj");
        auto opened = prepareForViewing(made.take(), {});
        m_model.setCheckpoint(*opened);
        StagedEdits edits((*opened)->checkpoint);
        edits.rename(0, whole);
        m_model.setEdits(edits);
        m_names.setFont(QGuiApplication::font());
    }
    static int widthOf(const QString& text) { return QFontMetrics(QGuiApplication::font()).horizontalAdvance(text); }
    /// The text "now|former" as elided to `width` pixels.
    std::string shownIn(int width)
    {
        const QModelIndex row = m_model.indexOf(0);
        EXPECT_EQ(row.data(FormerNameRole).toString(), QString::fromUtf8(old));
        const RowNames::Renamed names = m_names.renamed(row, row.data(FormerNameRole).toString(), width, gap);
        return (names.now + u'|' + names.former).toStdString();
    }

    TensorTreeModel m_model;
    RowNames m_names;
};

TEST_F(RowNamesTest, ARenamedRowGivesUpTheGroupsAboveForTheOldName)
{
    const QString now = QString::fromUtf8(withoutGroups);
    const QString former = QString::fromUtf8(old);
    const int both = widthOf(QString::fromUtf8(whole)) + gap + widthOf(former);
    EXPECT_EQ(shownIn(both), std::string(whole) + '|' + old);
    EXPECT_EQ(shownIn(both - 1), std::string(withoutGroups) + '|' + old);
    EXPECT_EQ(shownIn(widthOf(now) + gap + widthOf(former)), std::string(withoutGroups) + '|' + old);
    const std::string shorter = shownIn(widthOf(now) + gap + widthOf(former) - 1);
    EXPECT_TRUE(shorter.starts_with(std::string(withoutGroups) + '|')) << shorter;
    EXPECT_NE(shorter.find("…", std::string(withoutGroups).size()), std::string::npos) << shorter;
    EXPECT_EQ(shownIn(widthOf(now)), std::string(withoutGroups) + '|') << "no room for another name";
    const std::string narrow = shownIn(widthOf(now) - 1);
    EXPECT_TRUE(narrow.ends_with('|')) << narrow;
    EXPECT_LT(widthOf(QString::fromStdString(narrow).chopped(1)), widthOf(now));
}

TEST_F(RowNamesTest, SoDoesARenamedGroup)
{
    test::MadeCheckpoint made;
    made.add("model.layers.2.self_attn.q_proj").add("model.layers.2.self_attn.k_proj").add("model.layers.2.mlp.up");
    auto opened = prepareForViewing(made.take(), {});
    TensorTreeModel model;
    model.setCheckpoint(*opened);
    StagedEdits edits((*opened)->checkpoint);
    edits.rename(0, "model.layers.3.attention.q_proj");
    edits.rename(1, "model.layers.3.attention.k_proj");
    model.setEdits(edits);
    const QModelIndex row = model.indexOf(0).parent();
    ASSERT_EQ(row.data(FullNameRole).toString(), u"model.layers.2.self_attn");
    EXPECT_EQ(row.data(WholeTextRole).toString(), u"model.layers.3.attention");
    const QString now = row.data().toString();
    EXPECT_EQ(now, u"model.layers.3.attention");
    const QString before = row.data(FormerNameRole).toString();
    const RowNames::Renamed shown = m_names.renamed(row, before, widthOf(now) + gap + widthOf(before) - 1, gap);
    EXPECT_EQ(shown.now, u"…3.attention");
    EXPECT_EQ(shown.former, before);
}

TEST_F(RowNamesTest, OfANewNameWhatIsNewStaysLongest)
{
    const QString end = QStringLiteral(".layers.0.mlp.fc1.lora_A.default_adapter_name.weight");
    const QString before = QStringLiteral("base_model.model.encoder") + end;
    const QString after = QStringLiteral("vis.enc") + end;
    EXPECT_EQ(m_names.newName(after, before, widthOf(after)), after);
    for (const int letters : {12, 20, 40}) {
        const int width = widthOf(QString(letters, u'x'));
        const QString shown = m_names.newName(after, before, width);
        EXPECT_EQ(shown, QString::fromUtf8("vis.enc…")) << letters;
        EXPECT_LE(widthOf(shown), width);
    }
    EXPECT_EQ(m_names.newName(after, before, 2), QString());
    EXPECT_EQ(m_names.newName(QStringLiteral("h.0.attention.query.weight"), QStringLiteral("h.0.attention.q.weight"),
                  widthOf(QStringLiteral("h.0.attention.query"))),
        QString::fromUtf8("…query…"));
    const QString dropped = m_names.newName(QStringLiteral("layers.0.attention.query.weight"),
        QStringLiteral("model.layers.0.attention.query.weight"), widthOf(QStringLiteral("layers.0.attention.query")));
    EXPECT_TRUE(dropped.contains(QStringLiteral("query"))) << dropped.toStdString();
}

TEST(RowNames, StagedNamesOfAListAreToldApart)
{
    test::MadeCheckpoint made;
    const std::string former = "base_model.model.vision_tower.encoder";
    for (const char* const role : {"self_attn.q_proj", "self_attn.k_proj", "mlp.fc1"})
        for (const char* const layer : {"0", "11"})
            made.add(former + ".layers." + layer + '.' + role + ".lora_A.default_adapter_name.weight");
    auto opened = prepareForViewing(made.take(), {});
    TensorTreeModel model;
    model.setCheckpoint(*opened);
    QSignalSpy arranged(&model, &TensorTreeModel::arrangementFinished);
    model.setForm(TreeForm::Flat);
    ASSERT_TRUE(arranged.wait());
    StagedEdits edits((*opened)->checkpoint);
    edits.rename({0, 1, 2, 3, 4, 5}, [&](std::string_view name) -> std::optional<std::string> {
        return "vis.enc" + std::string(name.substr(former.size()));
    });
    model.setEdits(edits);
    RowNames names;
    names.setFont(QGuiApplication::font());
    const int letter = QFontMetrics(QGuiApplication::font()).averageCharWidth();
    for (const int letters : {34, 42, 50, 60}) {
        QStringList shown;
        for (int row = 0; row < model.rowCount(); ++row)
            shown << names.shown(model.index(row, 0), letters * letter);
        EXPECT_EQ(shown.size(), 6);
        EXPECT_EQ(QSet<QString>(shown.begin(), shown.end()).size(), 6) << shown.join(u' ').toStdString();
    }
}

TEST_F(RowNamesTest, AnotherFontHasOtherNames)
{
    QFont large = QGuiApplication::font();
    large.setPointSize(3 * std::max(large.pointSize(), 8));
    const QString name = m_model.indexOf(0).data().toString();
    const int width = widthOf(name) - 1;
    const QString before = m_names.shown(m_model.indexOf(0), width);
    EXPECT_LE(widthOf(before), width);
    m_names.setFont(large);
    const QString after = m_names.shown(m_model.indexOf(0), width);
    EXPECT_LE(QFontMetrics(large).horizontalAdvance(after), width);
    EXPECT_NE(after, before);
}

} // namespace
} // namespace loupe
