#include "items/tree/health/health_export.h"

#include "await.h"
#include "items/jobs/qt_text.h"
#include "items/tree/health/health_scan.h"
#include "reports/health_csv.h"
#include "support/opened.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace loupe {
namespace {

using test::Signal;
using testing::HasSubstr;
using testing::StartsWith;

class HealthExportTest : public testing::Test {
protected:
    void SetUp() override
    {
        opened = test::openData("safetensors/special-values.safetensors");
        HealthScan scan;
        Signal scanned(&scan, &HealthScan::finished);
        scan.setCheckpoint(opened);
        scan.start();
        ASSERT_TRUE(scanned.await());
        results = scan.results();
    }
    QString path(const char* name) const { return toQString(folder.path() / name); }
    Result<> write(const char* name, const Work& work = {}) const
    {
        return writeFileAtOnce(path(name), healthContent(opened, results, healthFormatOf(path(name))), work);
    }
    static QByteArray content(const QString& path)
    {
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    }

    test::TemporaryFolder folder;
    OpenedCheckpointPtr opened;
    HealthResultsPtr results;
};

TEST_F(HealthExportTest, JsonHasATensorForEach)
{
    FileSaver writing;
    Signal saved(&writing, &FileSaver::saved);
    writing.save(path("scan.JSON"), healthContent(opened, results, healthFormatOf(path("scan.JSON"))));
    ASSERT_TRUE(saved.await());
    const QJsonArray tensors =
        QJsonDocument::fromJson(content(path("scan.JSON"))).object()[QLatin1String("tensors")].toArray();
    ASSERT_EQ(tensors.size(), qsizetype(opened->checkpoint->tensors.size()));
    for (qsizetype i = 0; i < tensors.size(); ++i) {
        const auto tensor = static_cast<std::uint32_t>(i);
        const QJsonObject written = tensors[i].toObject();
        EXPECT_EQ(written[QLatin1String("name")].toString().toStdString(), opened->checkpoint->tensors[tensor].name);
        const Result<Health> health = *results->find(*opened->checkpoint, tensor);
        EXPECT_EQ(written[QLatin1String("nan")].toInteger(-1),
            health->summary.nan ? qint64(*health->summary.nan) : qint64(-1));
    }
}

TEST_F(HealthExportTest, CsvHasALineForEach)
{
    ASSERT_TRUE(write("scan.csv"));
    const QList<QByteArray> lines = content(path("scan.csv")).split('\n');
    ASSERT_EQ(lines.size(), qsizetype(opened->checkpoint->tensors.size()) + 2);
    EXPECT_THAT(lines.front().toStdString(), StartsWith("name,dtype,shape,elements,nan,"));
    EXPECT_TRUE(lines.back().isEmpty());
    for (qsizetype i = 0; i + 2 < lines.size(); ++i)
        EXPECT_THAT(lines[i + 1].toStdString(),
            StartsWith(std::string(opened->checkpoint->tensors[static_cast<std::size_t>(i)].name)));
}

TEST_F(HealthExportTest, WhatWasThereStaysUntilAllIsWritten)
{
    folder.write("scan.csv", "before");
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = write("scan.csv", {stop.get_token(), {}});
    EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);
    EXPECT_EQ(content(path("scan.csv")), QByteArray("before"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST_F(HealthExportTest, AFolderThatIsNotThereIsSaid)
{
    const auto written = write("no/scan.csv");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().path, path("no/scan.csv").toStdString());
    EXPECT_THAT(written.error().message, HasSubstr("cannot be written"));
}

TEST_F(HealthExportTest, JsonSaysWhatIsMissing)
{
    opened = test::openData("safetensors-sharded/bad-missing-shard.index.json");
    HealthScan scan;
    Signal scanned(&scan, &HealthScan::finished);
    scan.setCheckpoint(opened);
    scan.start();
    ASSERT_TRUE(scanned.await());
    results = scan.results();
    ASSERT_TRUE(write("scan.json"));
    const QJsonObject document = QJsonDocument::fromJson(content(path("scan.json"))).object();
    EXPECT_EQ(
        document[QLatin1String("error")].toObject()[QLatin1String("code")].toString(), QStringLiteral("not-found"));
}

TEST_F(HealthExportTest, JsonHasWhatIsOddAboutQuantizedWeights)
{
    opened = test::openData("quantized/damaged/fp8-scale-values");
    HealthScan scan;
    Signal scanned(&scan, &HealthScan::finished);
    scan.setCheckpoint(opened);
    scan.start();
    ASSERT_TRUE(scanned.await());
    results = scan.results();
    ASSERT_TRUE(write("scan.json"));
    const QJsonArray findings =
        QJsonDocument::fromJson(content(path("scan.json"))).object()[QLatin1String("findings")].toArray();
    std::vector<std::string> written;
    for (const auto& finding : findings)
        written.push_back(finding.toObject()[QLatin1String("code")].toString().toStdString());
    // The manifest's list, except for the finding about an input's scale, which concerns no weight.
    const std::vector<std::string> expected{"scale-nan", "scale-zero", "scale-inf", "scale-negative", "scale-subnormal",
        "scale-nan", "scale-zero", "weight-nan"};
    EXPECT_EQ(written, expected);
}

TEST_F(HealthExportTest, OfAStoppedScanWhatItLookedAtIsWritten)
{
    const auto some = std::make_shared<HealthResults>(opened->tree.tensorCount());
    for (std::uint32_t tensor = 0; tensor < 3; ++tensor)
        some->add(*opened, tensor, *results->find(*opened->checkpoint, tensor));
    results = some;
    ASSERT_TRUE(write("scan.json"));
    const QJsonObject document = QJsonDocument::fromJson(content(path("scan.json"))).object();
    EXPECT_EQ(document[QLatin1String("tensors")].toArray().size(), 3);
    EXPECT_EQ(document[QLatin1String("error")].toObject()[QLatin1String("code")].toString(), QStringLiteral("stopped"));
    ASSERT_TRUE(write("scan.csv"));
    EXPECT_EQ(content(path("scan.csv")).count('\n'), 4);
}

TEST(HealthCsv, ARowHasACellForEachColumn)
{
    Checkpoint checkpoint;
    Tensor tensor;
    tensor.name = "=cmd|'x',\"y\"";
    tensor.dtype = DType::F32;
    checkpoint.tensors.push_back(tensor);
    Health health;
    health.summary.elements = 1;
    health.summary.minimum = Scalar{.kind = Scalar::Kind::Float, .real = -1.5};
    health.summary.mean = 0.1;
    health.duplicateOf = 0;
    health.sigmas = 5.5;
    EXPECT_EQ(healthCsvRow(checkpoint, 0, health),
        "\"'=cmd|'x',\"\"y\"\"\",F32,[],1,,,,,,,-1.5,,0.1,,,,false,false,\"'=cmd|'x',\"\"y\"\"\",,,,5.5\n");
    const std::vector<std::uint64_t> uncountable{std::uint64_t{1} << 40, std::uint64_t{1} << 40};
    checkpoint.tensors[0].shape = uncountable;
    EXPECT_THAT(healthCsvRow(checkpoint, 0, health), HasSubstr(",\"[1099511627776, 1099511627776]\",,"));
    const std::string failed = healthCsvRow(checkpoint, 0, fail(ErrorCode::Io, "cannot read, sorry", "a.bt"));
    EXPECT_THAT(failed, HasSubstr("\"a.bt: cannot read, sorry\",,\n"));
    EXPECT_EQ(std::ranges::count(healthCsvHeader(), ','), 22);
}

} // namespace
} // namespace loupe
