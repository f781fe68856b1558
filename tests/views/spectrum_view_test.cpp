#include "views/spectrum/spectrum_view.h"

#include "support/compared_pair.h"
#include "support/file_content.h"
#include "support/picture.h"
#include "support/temporary_file.h"
#include "support/written_tensor.h"
#include "views/compare/pair_spectrum_tab.h"
#include "views/kit/selectable_label.h"
#include "views/spectrum/spectrum_chart.h"

#include <gmock/gmock.h>

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include <cmath>

namespace loupe {
namespace {

using test::WrittenTensor;

class SpectrumViewTest : public testing::Test {
protected:
    SpectrumViewTest()
    {
        view.resize(800, 600);
        view.show();
        view.setActive(true);
    }

    template <typename Values>
    void open(const std::string& dtype, const std::string& shape, const Values& values)
    {
        auto next = std::make_unique<WrittenTensor>(dtype, shape, values);
        view.setSubject(QStringLiteral("t"), {next->checkpoint(), 0});
        ASSERT_TRUE(waitUntilIdle());
        written = std::move(next);
    }
    bool waitUntilIdle()
    {
        return QTest::qWaitFor([this] { return !view.isBusy(); }, 20'000);
    }
    /// The text of a figure; empty if it is not shown.
    QString figure(const QString& name)
    {
        for (const auto* const label : view.findChildren<SelectableLabel*>()) {
            if (label->accessibleName() == name)
                return label->text();
        }
        return {};
    }

    SpectrumView view;
    std::unique_ptr<WrittenTensor> written;
};

TEST_F(SpectrumViewTest, ShowsFiguresWithTheirDefinitions)
{
    open("F32", "[2,3]", std::vector<float>{0, 0, 3, 4, 0, 0});
    ASSERT_TRUE(view.chart().spectrum());
    EXPECT_EQ(view.chart().message(), QString());
    EXPECT_EQ(figure(QStringLiteral("Largest")), QStringLiteral("4"));
    EXPECT_EQ(figure(QStringLiteral("Stable rank")), QStringLiteral("1.5625"));
    EXPECT_EQ(figure(QStringLiteral("Rank for 99.9 %")), QStringLiteral("2 of 2"));
    EXPECT_EQ(figure(QStringLiteral("Condition")), QStringLiteral("1.33333"));
    for (const auto* const label : view.findChildren<SelectableLabel*>())
        EXPECT_GT(label->toolTip().size(), 20) << label->accessibleName().toStdString();
    EXPECT_TRUE(view.changeSentence().isEmpty());
    EXPECT_EQ(figure(QStringLiteral("Matrix")), QStringLiteral("2 × 3"));
    EXPECT_TRUE(view.readout().startsWith(QStringLiteral("Hover over the curve"))) << view.readout().toStdString();
    EXPECT_GT(test::colorCount(test::pictureOf(view)), 4);
    QTest::keyClick(&view.chart(), Qt::Key_Right);
    EXPECT_EQ(view.readout(), QStringLiteral("Value 1 is 4; rank 1 keeps 64 % of the energy"));
    QTest::keyClick(&view.chart(), Qt::Key_End);
    EXPECT_EQ(view.readout(), QStringLiteral("Value 2 is 3; rank 2 keeps 100 % of the energy"));
    view.chart().setCurve(SpectrumChart::Curve::Energy);
    EXPECT_GT(test::colorCount(test::pictureOf(view)), 4);
}

TEST_F(SpectrumViewTest, SaysWhyThereIsNothing)
{
    view.setReason(QStringLiteral("Because."));
    EXPECT_EQ(view.chart().message(), QStringLiteral("Because."));
    open("F32", "[3]", std::vector<float>{1, 2, 3});
    EXPECT_TRUE(view.chart().message().startsWith(QStringLiteral("Not a matrix: shape [3].")));
    open("F32", "[0,3]", std::vector<float>{});
    EXPECT_EQ(view.chart().message(), QStringLiteral("This tensor has no elements."));
    open("F32", "[2,2]", std::vector<float>{1, 2, NAN, 3});
    EXPECT_TRUE(view.chart().message().contains(QStringLiteral("NaN or null at [1, 0]")))
        << view.chart().message().toStdString();
    EXPECT_EQ(figure(QStringLiteral("Largest")), QString());
    EXPECT_GT(test::colorCount(test::pictureOf(view)), 2);
    open("F32", "[2,2]", std::vector<float>{0, 0, 0, 0});
    EXPECT_TRUE(view.chart().spectrum());
    EXPECT_EQ(figure(QStringLiteral("Rank")), QStringLiteral("0"));
    QTest::keyClick(&view.chart(), Qt::Key_End);
    EXPECT_EQ(view.readout(), QStringLiteral("Value 2 is not distinguishable from zero"));
    EXPECT_EQ(view.chart().message(), QStringLiteral("All singular values are 0."));
    EXPECT_GT(test::colorCount(test::pictureOf(view)), 2);
}

TEST_F(SpectrumViewTest, AMatrixOfAStackIsChosen)
{
    open("F32", "[2,2,2]", std::vector<float>{1, 0, 0, 1, 2, 0, 0, 2});
    auto* const stacked = view.findChild<QSpinBox*>();
    EXPECT_TRUE(stacked->isVisible());
    EXPECT_EQ(stacked->maximum(), 1);
    EXPECT_EQ(figure(QStringLiteral("Matrix")), QStringLiteral("2 × 4, flattened"));
    stacked->setValue(1);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_EQ(figure(QStringLiteral("Largest")), QStringLiteral("2"));
    EXPECT_EQ(stacked->text(), QStringLiteral("Matrix 1 (0–1)"));
    EXPECT_EQ(figure(QStringLiteral("Matrix")), QStringLiteral("2 × 2, matrix 1 of 2"));
    open("F32", "[2,40,33]", std::vector<float>(std::size_t{2} * 40 * 33, 1));
    EXPECT_EQ(stacked->value(), 0); // treated as a stack, not as a convolution
    EXPECT_EQ(figure(QStringLiteral("Matrix")), QStringLiteral("40 × 33, matrix 0 of 2"));
    open("F32", "[2,2]", std::vector<float>{1, 0, 0, 1});
    EXPECT_FALSE(stacked->isVisible());
}

TEST_F(SpectrumViewTest, ALowRankTakesMostOfTheChart)
{
    open("F32", "[40,40]", std::vector<float>(std::size_t{40} * 40, 1));
    EXPECT_EQ(figure(QStringLiteral("Rank")), QStringLiteral("1"));
    QTest::keyClick(&view.chart(), Qt::Key_End);
    EXPECT_EQ(view.chart().current(), 7U); // of 40
}

TEST_F(SpectrumViewTest, WhatTakesSecondsIsComputedWhenAskedForAndStops)
{
    auto next = std::make_unique<WrittenTensor>("U8", "[2000,1100]", std::string(2'200'000, 'x'));
    view.setSubject(QStringLiteral("t"), {next->checkpoint(), 0});
    EXPECT_FALSE(view.isBusy());
    ASSERT_TRUE(view.computeButton().isVisible());
    EXPECT_TRUE(view.chart().message().contains(QStringLiteral("2,000 × 1,100")))
        << view.chart().message().toStdString();
    view.computeButton().click();
    EXPECT_TRUE(view.isBusy());
    EXPECT_FALSE(view.computeButton().isVisible());
    view.stop();
    EXPECT_FALSE(view.isBusy());
    EXPECT_TRUE(view.computeButton().isVisible());
    view.computeButton().click();
    view.setActive(false);
    EXPECT_FALSE(view.isBusy());
}

TEST_F(SpectrumViewTest, RecentResultsAreKept)
{
    // Takes some tenths of a second, so it is computed only on request.
    WrittenTensor large("U8", "[1300,1250]", std::string(std::size_t{1300} * 1250, 'x'));
    view.setSubject(QStringLiteral("t"), {large.checkpoint(), 0});
    ASSERT_TRUE(view.computeButton().isVisible());
    view.computeButton().click();
    ASSERT_TRUE(waitUntilIdle());
    const SpectrumPtr found = view.chart().spectrum();
    ASSERT_TRUE(found);
    open("F32", "[1,1]", std::vector<float>{2});
    view.setSubject(QStringLiteral("t"), {large.checkpoint(), 0});
    EXPECT_FALSE(view.isBusy());
    EXPECT_FALSE(view.computeButton().isVisible());
    EXPECT_EQ(view.chart().spectrum(), found);
}

TEST(RecentSpectra, AreBoundedAndDroppedWithTheirCheckpoint)
{
    const auto checkpoint = std::make_shared<const Checkpoint>();
    const auto request = [](const std::shared_ptr<const Checkpoint>& of, std::uint32_t tensor) {
        return SpectrumRequest{{of, tensor}, {}, {}};
    };
    RecentSpectra recent;
    const auto add = [&](const SpectrumRequest& of) {
        recent.add(of, std::make_shared<const Spectrum>(Spectrum::ofValues({1})));
    };
    for (std::uint32_t tensor = 0; tensor <= RecentSpectra::most; ++tensor)
        add(request(checkpoint, tensor));
    EXPECT_EQ(recent.size(), RecentSpectra::most);
    EXPECT_FALSE(recent.find(request(checkpoint, 0)));
    EXPECT_TRUE(recent.find(request(checkpoint, 1)));
    SpectrumRequest stacked = request(checkpoint, 1);
    stacked.options.stacked = 0;
    EXPECT_FALSE(recent.find(stacked));
    EXPECT_FALSE(recent.find({{checkpoint, 1}, SpectrumRequest::Side{checkpoint, 1}, {}}));
    auto other = std::make_shared<const Checkpoint>();
    add(request(other, 1));
    EXPECT_TRUE(recent.find(request(other, 1)));
    other.reset();
    add(request(checkpoint, 1));
    EXPECT_TRUE(recent.find(request(checkpoint, 2))) << "that of the closed checkpoint has made room";
}

TEST_F(SpectrumViewTest, TheErrorOfRandomizedValuesIsShown)
{
    Spectrum spectrum = Spectrum::ofValues({4, 2});
    spectrum.isExact = false;
    spectrum.errors = {0.00125, 0.5};
    spectrum.matrix = *asMatrix(std::vector<std::uint64_t>{5000, 6000});
    const auto figures = spectrumFigures(spectrum);
    const auto text = [&](const char* name) {
        for (const SpectrumFigure& one : figures) {
            if (one.name == QString::fromUtf8(name))
                return one.text;
        }
        return QString();
    };
    EXPECT_EQ(text("Largest"), QStringLiteral("4 ± 0.0013"));
    EXPECT_EQ(text("Values"), QStringLiteral("largest 2 of 5,000"));
    EXPECT_THAT(spectrumReadout(spectrum, spectrum.energyCurve(), 1).toStdString(),
        testing::HasSubstr("Value 2 is 2 ± 0.5; rank 2 keeps at least"));
}

TEST_F(SpectrumViewTest, NothingIsComputedWhileItIsNotShown)
{
    view.setActive(false);
    open("F32", "[1,1]", std::vector<float>{2});
    EXPECT_FALSE(view.chart().spectrum());
    view.setActive(true);
    ASSERT_TRUE(waitUntilIdle());
    EXPECT_TRUE(view.chart().spectrum());
}

TEST_F(SpectrumViewTest, ExportsValuesAndPicture)
{
    open("F32", "[2,2]", std::vector<float>{4, 0, 0, 0});
    const test::TemporaryFolder folder;
    const auto saved = [&](SpectrumFile kind, const char* name) {
        const std::filesystem::path path = folder.path() / name;
        QSignalSpy done(&view, &SpectrumView::saveFailed);
        view.save(kind, QString::fromStdString(path.string()));
        EXPECT_TRUE(QTest::qWaitFor([&] { return std::filesystem::exists(path); }, 20'000));
        EXPECT_TRUE(done.isEmpty());
        return path;
    };
    EXPECT_EQ(test::readFile(saved(SpectrumFile::Csv, "values.csv")), "index,value,energy_kept\n1,4,1\n2,0,1\n");
    const QImage picture(QString::fromStdString(saved(SpectrumFile::Png, "chart.png").string()));
    EXPECT_GT(picture.width(), 800);
    for (auto* const menu : view.findChildren<QMenu*>())
        menu->actions().front()->trigger();
    EXPECT_EQ(QApplication::clipboard()->text(), QStringLiteral("index,value,energy_kept\n1,4,1\n2,0,1\n"));
}

TEST(PairSpectrumTab, SaysOfWhichRankAChangeIs)
{
    const test::TemporaryFolder folder;
    const auto file = [&](const char* name, float corner) {
        return folder.write(name,
            test::safetensorsOf({{"other", "F32", corner > 1 ? "[2]" : "[1,2]", test::packedBytes<float>({1, 2})},
                {"t", "F32", "[2,2]", test::packedBytes<float>({corner, 0, 0, 1})}}));
    };
    auto paired = openPair(file("a.safetensors", 1), file("b.safetensors", 3), {});
    ASSERT_TRUE(paired);
    PairSpectrumTab tab;
    tab.resize(800, 600);
    tab.show();
    tab.setActive(true);
    const auto& view = *tab.findChild<SpectrumView*>();
    auto& chart = *tab.findChild<SpectrumChart*>();
    EXPECT_FALSE(chart.message().isEmpty());
    tab.setResults(std::make_shared<ComparisonResults>(*paired));
    for (NameTree::NodeId node = 0; node < 2; ++node) {
        tab.setNode(node);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !tab.isBusy(); }, 20'000));
        if ((*paired)->b->tensors[(*paired)->pairs[node].b].name == "t") {
            EXPECT_EQ(view.changeSentence(), QStringLiteral("Rank 1 captures 99.9 % of this change."));
            ASSERT_TRUE(chart.spectrum());
            EXPECT_NEAR(chart.spectrum()->largest(), 2, 1e-12);
        } else {
            EXPECT_TRUE(chart.message().contains(QStringLiteral("the shape is [1, 2] in A and [2] in B")))
                << chart.message().toStdString();
        }
    }
}

} // namespace
} // namespace loupe
