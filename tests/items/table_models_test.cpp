#include "analysis/statistics/summary.h"
#include "await.h"
#include "items/histogram/statistics_model.h"
#include "items/session/findings_model.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace loupe {
namespace {

Finding finding(Severity severity, std::string_view code, std::optional<std::uint64_t> offset, std::string tensor)
{
    Finding made;
    made.severity = severity;
    made.code = code;
    made.message = "what is wrong\x1b";
    made.offset = offset;
    made.aboutTensor = !tensor.empty();
    made.tensor = std::move(tensor);
    return made;
}

TEST(FindingsModel, SentencesBeginWithACapitalUnlessTheyBeginWithAName)
{
    const struct {
        const char* message;
        const char* shown;
    } cases[] = {
        {"the file is truncated: 1 B missing", "The file is truncated: 1 B missing"},
        {"tensors, which overlap", "Tensors, which overlap"},
        {"config.json says 4 bits", "config.json says 4 bits"},
        {"quant_state is missing", "quant_state is missing"},
        {"\"a\" has no bytes", "\"a\" has no bytes"},
        {"lm_head", "lm_head"},
        {"name", "name"},
        {"", ""},
    };
    for (const auto& [message, shown] : cases) {
        const auto checkpoint = std::make_shared<Checkpoint>();
        Finding one = finding(Severity::Warning, "odd", std::nullopt, {});
        one.message = message;
        checkpoint->findings.add(one);
        FindingsModel model;
        model.setCheckpoint(checkpoint);
        ASSERT_EQ(model.rowCount(), 1);
        EXPECT_EQ(model.index(0, FindingsModel::Message).data().toString(), QString::fromUtf8(shown));
    }
}

TEST(FindingsModel, ErrorsStandBeforeWarnings)
{
    const auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->files.resize(1);
    checkpoint->files[0].path = "/somewhere/model.bt";
    checkpoint->findings.add(finding(Severity::Warning, "odd", std::nullopt, {}));
    checkpoint->findings.add(finding(Severity::Error, "hole", 12345, "a.b"));
    FindingsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0);
    model.setCheckpoint(checkpoint);
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.errors(), 1U);
    EXPECT_EQ(model.warnings(), 1U);
    const QModelIndex first = model.index(0, 0);
    EXPECT_EQ(first.data().toString(), QStringLiteral("Error"));
    EXPECT_EQ(first.data(OffsetRole).toULongLong(), 12345U);
    EXPECT_EQ(first.data(FullNameRole).toString(), QStringLiteral("a.b"));
    EXPECT_EQ(first.siblingAtColumn(FindingsModel::Offset).data().toString(), QStringLiteral("12,345"));
    EXPECT_EQ(first.siblingAtColumn(FindingsModel::Message).data().toString(), QStringLiteral("What is wrong\\x1b"));
    EXPECT_EQ(first.siblingAtColumn(FindingsModel::File).data().toString(), QStringLiteral("model.bt"));
    EXPECT_FALSE(model.index(1, 0).data(OffsetRole).isValid());
    model.setCheckpoint(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(FindingsModel, SaysHowManyMoreThereAre)
{
    const auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->files.resize(1);
    for (std::size_t i = 0; i < Findings::maximumPerCode + 1234; ++i)
        checkpoint->findings.add(finding(Severity::Error, "hole", i, "x"));
    FindingsModel model;
    model.setCheckpoint(checkpoint);
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.errors(), Findings::maximumPerCode + 1234);
    EXPECT_EQ(
        model.index(0, FindingsModel::Message).data().toString(), QStringLiteral("2,234 findings: What is wrong\\x1b"));
    model.setUnfolded(0, true);
    ASSERT_EQ(model.rowCount(), static_cast<int>(Findings::maximumPerCode) + 2);
    const QModelIndex last = model.index(model.rowCount() - 1, FindingsModel::Message);
    EXPECT_EQ(last.data().toString(), QStringLiteral("1,234 more of this kind"));
    EXPECT_FALSE(last.data(OffsetRole).isValid());
}

TEST(FindingsModel, ManyOfOneKindAreOneRowThatUnfolds)
{
    const auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->files.resize(1);
    checkpoint->files[0].path = "/somewhere/model.bt";
    const auto add = [&](Severity severity, std::string_view code, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            checkpoint->findings.add(finding(severity, code, 10 + i, "t" + std::to_string(i)));
    };
    add(Severity::Warning, "few", FindingsModel::mostInFull);
    add(Severity::Warning, "many", FindingsModel::mostInFull + 1);
    add(Severity::Error, "few", 1);
    FindingsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setCheckpoint(checkpoint);
    ASSERT_EQ(model.rowCount(), 5);
    EXPECT_EQ(model.errors(), 1U);
    EXPECT_EQ(model.warnings(), 7U);
    for (int row = 0; row < 4; ++row)
        EXPECT_FALSE(model.unfolds(row)) << row;
    ASSERT_TRUE(model.unfolds(4));
    const auto data = [&](int row, int column) { return model.index(row, column).data().toString(); };
    EXPECT_EQ(data(4, FindingsModel::Message), QStringLiteral("4 findings: What is wrong\\x1b"));
    EXPECT_FALSE(model.index(4, 0).data(FullNameRole).isValid()) << "it leads to no single tensor";
    EXPECT_FALSE(model.index(4, 0).data(OffsetRole).isValid());

    model.setUnfolded(4, true);
    ASSERT_EQ(model.rowCount(), 9);
    for (int row = 5; row < 9; ++row) {
        EXPECT_EQ(model.index(row, 0).data(FullNameRole).toString(), QStringLiteral("t%1").arg(row - 5));
        EXPECT_EQ(model.index(row, 0).data(OffsetRole).toInt(), 5 + row);
        EXPECT_EQ(data(row, FindingsModel::Message), QStringLiteral("What is wrong\\x1b"));
        EXPECT_EQ(data(row, FindingsModel::File), QStringLiteral("model.bt"));
        EXPECT_FALSE(model.unfolds(row));
    }
    EXPECT_EQ(model.warnings(), 7U);
    model.setUnfolded(4, false);
    EXPECT_EQ(model.rowCount(), 5);
}

TEST(FindingsModel, UnfoldsToTheTensorsThatAFindingIsAbout)
{
    const auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->files.resize(1);
    Finding cut = finding(Severity::Error, "data-missing", 8, {});
    cut.affected = {{"a", 8, 4, 8}, {"b", 8, 8, {}}};
    cut.affectedCount = 3;
    checkpoint->findings.add(cut);
    checkpoint->findings.add(finding(Severity::Warning, "odd", std::nullopt, {}));
    FindingsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setCheckpoint(checkpoint);
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.errors(), 1U);
    EXPECT_EQ(model.index(0, 0).data(UnfoldedRole), QVariant(false));
    EXPECT_FALSE(model.index(1, 0).data(UnfoldedRole).isValid());
    model.setUnfolded(1, true);
    EXPECT_EQ(model.rowCount(), 2) << "there is nothing below";

    model.setUnfolded(0, true);
    ASSERT_EQ(model.rowCount(), 5);
    EXPECT_TRUE(model.isUnfolded(0));
    const auto message = [&](int row) { return model.index(row, FindingsModel::Message).data().toString(); };
    EXPECT_EQ(message(1), QStringLiteral("a: 4 of 8 bytes missing"));
    EXPECT_EQ(message(2), QStringLiteral("b: missing entirely (8 bytes)"));
    EXPECT_EQ(message(3), QStringLiteral("1 more tensor"));
    EXPECT_EQ(model.index(1, 0).data(FullNameRole).toString(), QStringLiteral("a"));
    EXPECT_EQ(model.index(1, 0).data(OffsetRole).toULongLong(), 8U);
    EXPECT_FALSE(model.index(2, 0).data(OffsetRole).isValid());
    EXPECT_FALSE(model.index(1, 0).data(SeverityRole).isValid()) << "it is no fault of its own";
    EXPECT_EQ(model.errors(), 1U);

    model.setUnfolded(0, false);
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(message(1), QStringLiteral("What is wrong\\x1b"));
}

Scalar number(double value)
{
    Scalar scalar;
    scalar.kind = Scalar::Kind::Float;
    scalar.real = value;
    return scalar;
}

QString valueOf(const StatisticsModel& model, const QString& name, int column = StatisticsModel::Value)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, 0).data().toString() == name)
            return model.index(row, column).data().toString();
    }
    return QStringLiteral("no such row");
}

TEST(StatisticsModel, RowsStayWhileValuesComeAndGo)
{
    StatisticsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const int rows = model.rowCount();
    EXPECT_EQ(valueOf(model, QStringLiteral("Mean")), QString());

    Summary summary;
    summary.dtype = DType::F64;
    summary.elements = 4000;
    summary.nan = 1000;
    summary.minimum = number(-0.5);
    summary.mean = 1.0 / 3;
    model.setSummary(std::make_shared<const Summary>(summary));
    EXPECT_EQ(model.rowCount(), rows);
    EXPECT_EQ(model.columnCount(), 2);
    EXPECT_EQ(valueOf(model, QStringLiteral("Elements")), QStringLiteral("4,000"));
    EXPECT_EQ(valueOf(model, QStringLiteral("NaN")), QStringLiteral("1,000"));
    EXPECT_EQ(valueOf(model, QStringLiteral("Minimum")), QStringLiteral("\u22120.5"));
    EXPECT_EQ(valueOf(model, QStringLiteral("Mean")), QStringLiteral("0.333333"));
    EXPECT_EQ(valueOf(model, QStringLiteral("Maximum")), QStringLiteral("–"));
    summary.mean = 1'000'000'000.5;
    model.setSummary(std::make_shared<const Summary>(summary));
    EXPECT_EQ(valueOf(model, QStringLiteral("Mean")), QStringLiteral("1e+09"));
    EXPECT_DOUBLE_EQ(model.index(1, StatisticsModel::Value).data(ShareRole).toDouble(), 0.25);
    model.setSummary(nullptr);
    EXPECT_EQ(model.rowCount(), rows);
    EXPECT_EQ(valueOf(model, QStringLiteral("NaN")), QString());
}

/// The row appears only if there are nulls. Shares are relative to the elements that have a value.
TEST(StatisticsModel, NullsHaveARowOfTheirOwn)
{
    StatisticsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QString title = QStringLiteral("Null");
    const int rows = model.rowCount();
    Summary summary;
    summary.elements = 1000;
    summary.nan = 150;
    for (const std::uint64_t nulls : {0U, 400U}) {
        summary.null = nulls;
        model.setSummary(std::make_shared<const Summary>(summary));
        EXPECT_EQ(model.rowCount(), rows + (nulls > 0 ? 1 : 0));
        EXPECT_EQ(valueOf(model, title), nulls > 0 ? QStringLiteral("400") : QStringLiteral("no such row"));
        EXPECT_EQ(valueOf(model, QStringLiteral("NaN")), QStringLiteral("150"));
    }
    EXPECT_EQ(model.index(1, 0).data().toString(), title);
    EXPECT_DOUBLE_EQ(model.index(1, StatisticsModel::Value).data(ShareRole).toDouble(), 0.4);
    EXPECT_DOUBLE_EQ(model.index(2, StatisticsModel::Value).data(ShareRole).toDouble(), 0.25);
}

TEST(StatisticsModel, SaysWhereTheFirstNanIs)
{
    StatisticsModel model;
    const QString title = QStringLiteral("First NaN/Inf");
    Summary summary;
    summary.elements = 102'400;
    summary.firstNonfinite = 51'400;
    model.setSummary(std::make_shared<const Summary>(summary));
    EXPECT_EQ(valueOf(model, title), QStringLiteral("51,400"));
    model.setShape({200, 512});
    EXPECT_EQ(valueOf(model, title), QStringLiteral("[100, 200]"));
    model.setShape({102'400});
    EXPECT_EQ(valueOf(model, title), QStringLiteral("51,400")) << "of one axis the index is the number";
    int links = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QVariant element = model.index(row, StatisticsModel::Value).data(ElementRole);
        links += element.isValid() ? 1 : 0;
        if (element.isValid()) {
            EXPECT_EQ(element.toULongLong(), 51'400U);
        }
    }
    EXPECT_EQ(links, 1);
    summary.firstMinimum = 0;
    summary.firstMaximum = 102'399;
    model.setShape({200, 512});
    model.setSummary(std::make_shared<const Summary>(summary));
    EXPECT_EQ(valueOf(model, QStringLiteral("Minimum at")), QStringLiteral("[0, 0]"));
    EXPECT_EQ(valueOf(model, QStringLiteral("Maximum at")), QStringLiteral("[199, 511]"));
}

TEST(StatisticsModel, ShowsTheQuantilesThatAreKnown)
{
    StatisticsModel model;
    Summary summary;
    summary.dtype = DType::F64;
    summary.elements = 4;
    summary.quantiles = {{0.5, 0.25}, {0.99, 1e300}, {0.999, std::nullopt}};
    model.setSummary(std::make_shared<const Summary>(summary));
    EXPECT_EQ(valueOf(model, QStringLiteral("Median")), QStringLiteral("0.25"));
    EXPECT_EQ(valueOf(model, QStringLiteral("99 % quantile")), QStringLiteral("1e+300"));
    EXPECT_EQ(valueOf(model, QStringLiteral("99.9 % quantile")), QStringLiteral("–"));
    EXPECT_EQ(valueOf(model, QStringLiteral("1 % quantile")), QStringLiteral("–"));
    summary.minimum = Scalar{.kind = Scalar::Kind::Signed, .asSigned = 1};
    summary.quantiles = {{0.25, 2.5}, {0.5, 0x1p60}};
    model.setSummary(std::make_shared<const Summary>(summary));
    EXPECT_EQ(valueOf(model, QStringLiteral("25 % quantile")), QStringLiteral("2.5"));
    EXPECT_EQ(valueOf(model, QStringLiteral("Median")), QStringLiteral("1152921504606846976"));
}

TEST(StatisticsModel, ComplexNumbersHaveTwoColumns)
{
    StatisticsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    Summary summary;
    summary.parts.resize(2);
    summary.parts[0].maximum = number(2);
    summary.parts[1].maximum = number(3);
    model.setSummary(std::make_shared<const Summary>(summary));
    ASSERT_EQ(model.columnCount(), 3);
    EXPECT_EQ(valueOf(model, QStringLiteral("Maximum")), QStringLiteral("2"));
    EXPECT_EQ(valueOf(model, QStringLiteral("Maximum"), StatisticsModel::Imaginary), QStringLiteral("3"));
    model.setSummary(nullptr);
    EXPECT_EQ(model.columnCount(), 2);
}

} // namespace
} // namespace loupe
