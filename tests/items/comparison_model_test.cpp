#include "items/compare/comparison_model.h"

#include "await.h"
#include "items/compare/comparison_session.h"
#include "items/compare/pair/pair_figures_model.h"
#include "items/jobs/qt_text.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>

#include <QAbstractItemModelTester>

#include <string_view>

namespace loupe {
namespace {

using test::Signal;
using testing::ElementsAre;

class ComparisonModelTest : public testing::Test {
protected:
    void SetUp() override
    {
        Signal finished(&session, &ComparisonSession::finished);
        session.open(pair.a(), pair.b());
        ASSERT_TRUE(finished.await());
        model.setResults(session.results());
    }
    /// The last parts of the names, in the order of the rows, depth first.
    std::vector<std::string> rows(const QModelIndex& parent = {}) const
    {
        std::vector<std::string> names;
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, 0, parent);
            names.push_back(index.data().toString().toStdString());
            for (const std::string& below : rows(index))
                names.push_back(below);
        }
        return names;
    }
    std::vector<std::string> filtered(const char* filter)
    {
        Signal arranged(&model, &ComparisonModel::arrangementFinished);
        model.setFilter(QString::fromUtf8(filter));
        EXPECT_TRUE(arranged.await());
        return rows();
    }
    QModelIndex find(const char* name, int column = 0, const QModelIndex& parent = {}) const
    {
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, column, parent);
            if (index.data(FullNameRole).toString() == QLatin1String(name))
                return index;
            if (const QModelIndex below = find(name, column, model.index(row, 0, parent)); below.isValid())
                return below;
        }
        return {};
    }
    std::string text(const char* name, int column) const { return find(name, column).data().toString().toStdString(); }

    test::ComparedPair pair;
    ComparisonSession session;
    ComparisonModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(ComparisonModelTest, ShowsTheNamesOfBothSidesInNaturalOrder)
{
    EXPECT_THAT(rows(), ElementsAre("layers", "0", "k", "q", "1", "q", "new", "bias", "norm", "old", "bias"));
}

TEST_F(ComparisonModelTest, CellsSayWhatBecameOfAPair)
{
    EXPECT_EQ(text("layers.0.q", ComparisonModel::Status), "changed");
    EXPECT_EQ(text("layers.0.q", ComparisonModel::DType), "F32");
    EXPECT_EQ(text("layers.0.q", ComparisonModel::Differing), "1 (25.0 %)");
    EXPECT_EQ(text("layers.0.q", ComparisonModel::Maximum), "2");
    EXPECT_EQ(text("layers.0.q", ComparisonModel::RelativeL2), "0.3651");
    EXPECT_EQ(text("layers.0.q", ComparisonModel::Cosine), "0.9811558");
    EXPECT_EQ(text("layers.1.q", ComparisonModel::Shape), "[2, 2] → [4]");
    EXPECT_EQ(text("norm", ComparisonModel::DType), "F32 → F64");
    EXPECT_EQ(text("old.bias", ComparisonModel::DType), "U8");
    EXPECT_EQ(text("old.bias", ComparisonModel::Maximum), "");
    EXPECT_EQ(text("layers.0", ComparisonModel::Status), "1 changed");
    EXPECT_EQ(text("layers.0", ComparisonModel::Maximum), "2");
    EXPECT_EQ(find("layers.0.k").data(ComparisonModel::PairStatusRole).toInt(), int(PairStatus::Identical));
    EXPECT_FALSE(find("layers.0.k").data(ComparisonModel::PairCountsRole).isValid());
    EXPECT_EQ(find("layers").data(ComparisonModel::PairCountsRole).value<QList<quint32>>(),
        (QList<quint32>{1, 1, 0, 0, 1, 0}));
}

TEST_F(ComparisonModelTest, TheHeaderSaysTheScaleOfTheBars)
{
    const auto toolTip = [](const ComparisonModel& of, int column) {
        return of.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
    };
    EXPECT_TRUE(toolTip(model, ComparisonModel::RelativeL2)
                    .endsWith(QStringLiteral("\nBars: from 0.2 to 0.5, on the logarithmic scale of the Layers tab")))
        << toolTip(model, ComparisonModel::RelativeL2).toStdString();
    EXPECT_FALSE(toolTip(model, ComparisonModel::Maximum).contains(QStringLiteral("Bars")));
    const ComparisonModel empty;
    EXPECT_TRUE(toolTip(empty, ComparisonModel::RelativeL2).contains(QStringLiteral("Bars: from 1e")));
}

TEST_F(ComparisonModelTest, SortsByWhatDiffersMost)
{
    Signal arranged(&model, &ComparisonModel::arrangementFinished);
    model.sort(ComparisonModel::RelativeL2, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_THAT(rows(), ElementsAre("layers", "0", "q", "k", "1", "q", "norm", "new", "bias", "old", "bias"));
    model.sort(ComparisonModel::Cosine, Qt::AscendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_THAT(rows(), ElementsAre("layers", "0", "q", "k", "1", "q", "norm", "new", "bias", "old", "bias"));
    model.sort(ComparisonModel::Status, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(rows().back(), "norm");
    model.sort(-1);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(rows().front(), "layers");
}

TEST_F(ComparisonModelTest, FiltersByStatusFigureAndEitherSide)
{
    EXPECT_THAT(filtered("status:changed"), ElementsAre("layers", "0", "q"));
    EXPECT_THAT(filtered("status:only_*"), ElementsAre("new", "bias", "old", "bias"));
    EXPECT_THAT(filtered("maxabs:>1.5"), ElementsAre("layers", "0", "q"));
    EXPECT_THAT(filtered("rell2:<=0 dtype:f64"), ElementsAre("norm"));
    EXPECT_THAT(filtered("-status:identical q"), ElementsAre("layers", "0", "q", "1", "q"));
    EXPECT_THAT(filtered("shape:4"), ElementsAre("layers", "0", "q", "1", "q"));
    EXPECT_EQ(filtered("").size(), 11u);
}

TEST_F(ComparisonModelTest, UnderAFilterAGroupIsAboutTheRowsBelowIt)
{
    struct Shown {
        const char* filter;
        const char* group;
        const char* status;
        const char* differing;
        const char* maximum;
        QList<quint32> counts; ///< indexed by PairStatus
    };
    // layers.0.k: 2 equal elements; layers.0.q: 1 of 4 differs, by 2; layers.1.q has another shape.
    for (const Shown& shown : {Shown{"k", "layers.0", "identical", "0", "0", {1, 0, 0, 0, 0, 0}},
             Shown{"/k$/", "layers", "identical", "0", "0", {1, 0, 0, 0, 0, 0}},
             Shown{"0.q", "layers", "1 changed", "1 (25.0 %)", "2", {0, 1, 0, 0, 0, 0}},
             Shown{"1.q", "layers", "1 other shape", "", "", {0, 0, 0, 0, 1, 0}},
             Shown{"", "layers.0", "1 changed", "1 (16.7 %)", "2", {1, 1, 0, 0, 0, 0}}}) {
        filtered(shown.filter);
        EXPECT_EQ(text(shown.group, ComparisonModel::Status), shown.status) << shown.filter;
        EXPECT_EQ(text(shown.group, ComparisonModel::Differing), shown.differing) << shown.filter;
        EXPECT_EQ(text(shown.group, ComparisonModel::Maximum), shown.maximum) << shown.filter;
        const QModelIndex group = find(shown.group);
        EXPECT_EQ(group.data(ComparisonModel::PairCountsRole).value<QList<quint32>>(), shown.counts) << shown.filter;
        const bool isIdentical = std::string_view(shown.status) == "identical";
        const QVariant status = group.data(ComparisonModel::PairStatusRole);
        ASSERT_TRUE(status.isValid()) << shown.filter;
        EXPECT_EQ(status.toInt() == int(PairStatus::Identical), isIdentical) << shown.filter;
    }
}

TEST_F(ComparisonModelTest, UnderAFilterGroupsFollowTheComparison)
{
    const ComparisonResults& whole = *session.results();
    const auto results = std::make_shared<ComparisonResults>(whole.paired());
    model.setResults(results);
    filtered("/[kq]$/");
    EXPECT_EQ(text("layers", ComparisonModel::Status), "1 other shape") << "as the structure says";
    Signal changed(&model, &ComparisonModel::figuresChanged);
    for (std::uint32_t i = 0; i < whole.paired()->pairs.size(); ++i)
        results->add(whole.paired()->pairs[i], *whole.find(i));
    model.onResultsAdded(true);
    while (model.isAddingFigures())
        ASSERT_TRUE(changed.await());
    EXPECT_EQ(text("layers.0", ComparisonModel::Status), "1 changed");
    EXPECT_EQ(text("layers", ComparisonModel::Differing), "1 (16.7 %)");
    EXPECT_EQ(find("layers").data(ComparisonModel::PairCountsRole).value<QList<quint32>>(),
        (QList<quint32>{1, 1, 0, 0, 1, 0}));
}

TEST_F(ComparisonModelTest, UnderAFilterGroupsStandWhereTheirRowsPutThem)
{
    Signal arranged(&model, &ComparisonModel::arrangementFinished);
    model.sort(ComparisonModel::Maximum, Qt::DescendingOrder);
    ASSERT_TRUE(arranged.await());
    EXPECT_EQ(rows().front(), "layers") << "for layers.0.q";
    EXPECT_THAT(filtered("-0.q -k"), ElementsAre("norm", "layers", "1", "q", "new", "bias", "old", "bias"))
        << "norm has the only largest |A-B|, 0";
}

TEST_F(ComparisonModelTest, AFilterThatMakesNoSenseChangesNothing)
{
    QString error;
    QObject::connect(&model, &ComparisonModel::filterError, &model, [&](const QString& message) { error = message; });
    EXPECT_EQ(filtered("nan:>0").size(), 11u);
    EXPECT_TRUE(error.contains(QLatin1String("maxabs"))) << error.toStdString();
    EXPECT_EQ(model.filter(), QString());
}

TEST_F(ComparisonModelTest, GoesFromDifferenceToDifference)
{
    const auto nameOf = [&](std::optional<std::uint32_t> node) {
        return node ? std::string(session.results()->paired()->names->tensors[*node].name) : std::string();
    };
    std::vector<std::string> down;
    std::optional<NameTree::NodeId> at;
    while (const auto next = model.nextDifference(at, true)) {
        down.push_back(nameOf(next));
        at = next;
    }
    EXPECT_THAT(down, ElementsAre("layers.0.q", "layers.1.q", "new.bias", "old.bias"));
    EXPECT_EQ(nameOf(model.nextDifference(at, false)), "new.bias");
    EXPECT_EQ(nameOf(model.nextDifference(std::nullopt, false)), "old.bias");
    EXPECT_EQ(nameOf(model.nextDifference(ComparisonModel::nodeAt(find("layers.1")), true)), "layers.1.q");
    EXPECT_EQ(nameOf(model.nextDifference(ComparisonModel::nodeAt(find("layers.1")), false)), "layers.0.q");
    EXPECT_EQ(model.nextDifference(ComparisonModel::nodeAt(find("layers.0.q")), false), std::nullopt);
}

TEST_F(ComparisonModelTest, IsEmptyWithoutResults)
{
    model.setResults(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.nextDifference(std::nullopt, true), std::nullopt);
    EXPECT_EQ(model.visibleTensors(), 0u);
}

TEST_F(ComparisonModelTest, TheSelectedPairHasAllItsFigures)
{
    PairFiguresModel figures;
    const QAbstractItemModelTester figuresTester(&figures, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto value = [&](const char* title, int column) {
        for (int row = 0; row < figures.rowCount(); ++row) {
            if (figures.index(row, 0).data().toString() == QString::fromUtf8(title))
                return figures.index(row, column).data().toString().toStdString();
        }
        return std::string("no row");
    };
    figures.setNode(session.results(), ComparisonModel::nodeAt(find("layers.0.q")));
    EXPECT_EQ(value("First difference", PairFiguresModel::A), "3");
    EXPECT_EQ(value("Mean |A−B|", PairFiguresModel::A), "0.5");
    EXPECT_EQ(value("RMS of A−B", PairFiguresModel::A), "1");
    EXPECT_EQ(value("Relative L2", PairFiguresModel::A), "0.365148");
    figures.setNode(session.results(), ComparisonModel::nodeAt(find("layers.1.q")));
    EXPECT_EQ(value("Shape", PairFiguresModel::A), "[2, 2]");
    EXPECT_EQ(value("Shape", PairFiguresModel::B), "[4]");
    EXPECT_EQ(value("Cosine", PairFiguresModel::A), "no row");
    figures.setNode(session.results(), ComparisonModel::nodeAt(find("new.bias")));
    EXPECT_EQ(value("Size", PairFiguresModel::A), "–");
    EXPECT_EQ(value("Size", PairFiguresModel::B), "3 B");
    figures.setNode(session.results(), ComparisonModel::nodeAt(find("layers")));
    EXPECT_EQ(value("Tensors", PairFiguresModel::A), "3");
    EXPECT_EQ(value("Max |A−B|", PairFiguresModel::A), "2");
    figures.setNode(nullptr, std::nullopt);
    EXPECT_EQ(figures.rowCount(), 0);
}

} // namespace
} // namespace loupe
