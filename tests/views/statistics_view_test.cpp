#include "views/details/statistics_view.h"

#include "items/histogram/statistics_columns_model.h"
#include "items/histogram/window_quantiles.h"
#include "views/colors/theme.h"
#include "views/histogram/histogram_chart.h"
#include "views/histogram/histogram_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QScrollBar>
#include <QTest>

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace loupe {
namespace {

SummaryPtr figures()
{
    auto summary = std::make_shared<Summary>();
    summary->dtype = DType::F32;
    summary->elements = 1'234'567;
    summary->nan = 12;
    summary->positiveInf = summary->negativeInf = summary->zero = summary->subnormal = 0;
    summary->negative = 600'000;
    summary->firstNonfinite = 771;
    summary->minimum = Scalar{.kind = Scalar::Kind::Float, .real = -0.127840012};
    summary->maximum = Scalar{.kind = Scalar::Kind::Float, .real = 9.5};
    summary->mean = 0.000109150123456;
    summary->standardDeviation = 12.0490581;
    for (const double fraction : windowQuantiles)
        summary->quantiles.push_back({fraction, fraction - 0.5});
    return summary;
}

struct PaintedText {
    QString text;
    double x; ///< of its left end, in pixels of the view
};

/// Records the painted texts, and paints nothing.
class TextEngine : public QPaintEngine {
public:
    TextEngine()
        : QPaintEngine(AllFeatures)
    {
    }
    bool begin(QPaintDevice* /*device*/) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState& state) override
    {
        if (state.state().testFlag(DirtyTransform))
            m_transform = state.transform();
    }
    void drawTextItem(const QPointF& place, const QTextItem& item) override
    {
        texts.push_back({item.text(), m_transform.map(place).x()});
    }
    void drawPixmap(const QRectF& /*to*/, const QPixmap& /*pixmap*/, const QRectF& /*from*/) override { }
    void drawPath(const QPainterPath& /*path*/) override { }
    void drawPolygon(const QPointF* /*points*/, int /*count*/, PolygonDrawMode /*mode*/) override { }
    Type type() const override { return User; }

    std::vector<PaintedText> texts;

private:
    QTransform m_transform;
};

class TextDevice : public QPaintDevice {
public:
    explicit TextDevice(const QWidget& like)
        : m_like(like)
    {
    }
    QPaintEngine* paintEngine() const override { return &m_engine; }
    const std::vector<PaintedText>& texts() const { return m_engine.texts; }

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_like.width();
        case PdmHeight:
            return m_like.height();
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return int(QPaintDevice::devicePixelRatioFScale());
        case PdmDpiX:
        case PdmPhysicalDpiX:
            return m_like.logicalDpiX();
        case PdmDpiY:
        case PdmPhysicalDpiY:
            return m_like.logicalDpiY();
        default:
            return QPaintDevice::metric(metric);
        }
    }

private:
    const QWidget& m_like;
    mutable TextEngine m_engine;
};

std::vector<PaintedText> paintedTexts(QWidget& view)
{
    TextDevice device(view);
    QPainter painter(&device);
    view.render(&painter);
    painter.end();
    return device.texts();
}

const PaintedText& textOf(const std::vector<PaintedText>& texts, const QString& text)
{
    static const PaintedText none{};
    for (const PaintedText& one : texts) {
        if (one.text == text)
            return one;
    }
    ADD_FAILURE() << text.toStdString() << " was not painted";
    return none;
}

TEST(StatisticsView, DecimalPointsOfAGroupStandBelowEachOther)
{
    StatisticsView view;
    view.setSummary(figures());
    for (const QSize size : {QSize(300, 600), QSize(560, 160), QSize(1200, 200)}) {
        view.resize(size);
        view.show();
        QCoreApplication::processEvents();
        const auto texts = paintedTexts(view);
        const double digit = QFontMetricsF(monospaceFont()).horizontalAdvance(u'0');
        const auto pointOf = [&](const QString& text) {
            const qsizetype point = text.indexOf(u'.');
            return textOf(texts, text).x + digit * double(point < 0 ? text.size() : point);
        };
        const double quantiles = pointOf(QStringLiteral("−0.499"));
        for (const char* const text : {"−0.49", "−0.25", "0", "0.25", "0.49", "0.499"}) {
            if (text == std::string("0"))
                continue; // zero counts have the same text
            EXPECT_NEAR(pointOf(QString::fromUtf8(text)), quantiles, 1.01) << text << " at " << size.width();
        }
        EXPECT_NEAR(pointOf(QStringLiteral("−0.12784")), pointOf(QStringLiteral("9.5")), 1.01);
        EXPECT_NEAR(pointOf(QStringLiteral("0.00010915")), pointOf(QStringLiteral("12.0491")), 1.01);
        EXPECT_NEAR(pointOf(QStringLiteral("1,234,567")), pointOf(QStringLiteral("600,000")), 1.01) << "ends of counts";
    }
}

TEST(StatisticsView, GroupsStandBesideEachOtherWhereThereIsNoHeight)
{
    StatisticsView view;
    view.setSummary(figures());
    view.show();
    const auto lefts = [&](QSize size) {
        view.resize(size);
        QCoreApplication::processEvents();
        const auto texts = paintedTexts(view);
        std::set<int> lefts;
        for (const char* const title : {"Counts", "Extremes", "Moments", "Quantiles"})
            lefts.insert(int(textOf(texts, QString::fromLatin1(title)).x));
        EXPECT_EQ(view.horizontalScrollBar()->maximum(), 0) << size.width();
        EXPECT_EQ(view.verticalScrollBar()->maximum(), 0) << size.width();
        return lefts.size();
    };
    EXPECT_EQ(lefts({300, 700}), 1u);
    EXPECT_EQ(lefts({570, 170}), 3u);
    EXPECT_GE(lefts({1200, 140}), 3u);
}

TEST(StatisticsView, CopiesWholeNumbersOfTheChosenFigures)
{
    StatisticsView view;
    view.setShape({1000, 1235});
    view.setSummary(figures());
    view.resize(570, 170);
    view.show();
    QCoreApplication::processEvents();
    for (int column = 0; column < view.model()->columnCount(); ++column) {
        for (int row = 0; row < view.model()->rowCount(); ++row) {
            const QModelIndex cell = view.model()->index(row, column);
            const QString text = cell.data().toString();
            if (text == QStringLiteral("Mean") || text == QStringLiteral("[0, 771]"))
                view.selectionModel()->select(cell, QItemSelectionModel::Select);
        }
    }
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(
        QApplication::clipboard()->text(), QStringLiteral("First NaN/Inf\t771 = [0, 771]\nMean\t0.000109150123456"));
    EXPECT_TRUE(view.allText().startsWith(QStringLiteral("Elements\t1,234,567\nNaN\t12\n")));
    EXPECT_TRUE(view.allText().endsWith(QStringLiteral("99.9 % quantile\t0.499")));
    view.resize(300, 700);
    QCoreApplication::processEvents();
    EXPECT_EQ(view.selectedText(), QApplication::clipboard()->text()) << "what is selected stays";
}

TEST(StatisticsColumnsModel, ShowsEachFigureOnce)
{
    StatisticsModel source;
    StatisticsColumnsModel model(source);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    auto complex = std::make_shared<Summary>();
    complex->parts = {*figures(), *figures()};
    for (const SummaryPtr& summary : {SummaryPtr(), figures(), SummaryPtr(complex), SummaryPtr()}) {
        source.setSummary(summary);
        for (int blocks = 1; blocks <= StatisticsColumnsModel::mostBlocks; ++blocks) {
            model.setBlocks(blocks);
            EXPECT_EQ(model.rowCount(), model.rowsIn(blocks));
            std::map<std::pair<int, int>, int> seen;
            for (int row = 0; row < model.rowCount(); ++row) {
                for (int column = 0; column < model.columnCount(); ++column) {
                    const QModelIndex cell = model.index(row, column);
                    const QModelIndex figure = model.sourceOf(cell);
                    if (!figure.isValid())
                        continue;
                    ++seen[{figure.row(), figure.column()}];
                    EXPECT_EQ(model.cellOf(figure), cell);
                }
            }
            EXPECT_EQ(int(seen.size()), source.rowCount() * source.columnCount());
            for (const auto& [figure, times] : seen)
                EXPECT_EQ(times, 1);
        }
    }
}

/// The sizes are those of the pane in windows of 900x600, 1280x800 and 2560x1600, and a wide one.
TEST(HistogramView, TheChartHasMostOfThePane)
{
    for (const QSize size : {QSize(415, 385), QSize(572, 610), QSize(1130, 1410), QSize(1500, 500)}) {
        HistogramView view;
        view.resize(size);
        view.show();
        Summary withBars = *figures();
        withBars.histogram = Histogram{{-0.127840012, 9.5}, {1'000'000}, 0, 0};
        withBars.quantiles.clear();
        view.showSummary(QStringLiteral("a"), std::make_shared<const Summary>(withBars));
        QCoreApplication::processEvents();
        const QSize chart = view.chart().size();
        EXPECT_GE(chart.width() * chart.height(), 0.6 * size.width() * size.height()) << size.width();
        EXPECT_EQ(view.statistics().horizontalScrollBar()->maximum(), 0) << size.width();
    }
}

} // namespace
} // namespace loupe
