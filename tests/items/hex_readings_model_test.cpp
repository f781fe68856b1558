#include "items/values/hex_readings_model.h"

#include "items/jobs/item_roles.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace loupe {
namespace {

class HexReadingsModelTest : public testing::Test {
protected:
    void setBytes(std::initializer_list<int> numbers)
    {
        std::vector<std::byte> bytes;
        for (const int number : numbers)
            bytes.push_back(std::byte(number));
        m_readings.setBytes(bytes);
    }

    /// The model's values by name.
    std::map<std::string, std::string> values(int role = Qt::DisplayRole) const
    {
        std::map<std::string, std::string> all;
        for (int row = 0; row < m_readings.rowCount(); ++row) {
            for (const int name : {int(HexReadingsModel::IntegerName), int(HexReadingsModel::FloatName)})
                all[m_readings.index(row, name).data().toString().toStdString()] =
                    m_readings.index(row, name + 1).data(role).toString().toStdString();
        }
        return all;
    }

    HexReadingsModel m_readings;
    QAbstractItemModelTester m_tester{&m_readings, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

// Expected values are from Python's struct module, except those of 8-bit types and BF16, which were derived by hand
// from their definitions.

TEST_F(HexReadingsModelTest, EachDTypeReadsTheSameBytes)
{
    setBytes({0x40, 0x48, 0xf5, 0xc3, 1, 2, 3, 4, 99});
    auto all = values(WholeTextRole);
    EXPECT_EQ(all["U8"], "64");
    EXPECT_EQ(all["I16"], "18496");
    EXPECT_EQ(all["U16"], "18496");
    EXPECT_EQ(all["U32"], "3287631936");
    EXPECT_EQ(all["I32"], "-1007335360");
    EXPECT_EQ(all["U64"], "289077007687698496");
    EXPECT_EQ(all["F16"], "8.5") << "0x4840";
    EXPECT_EQ(all["F32"], "-490.56445");
    EXPECT_EQ(all["BF16"], "196608") << "0x4840: 2^17 times 1.5";
    EXPECT_EQ(all["F8_E4M3"], "2") << "0x40: exponent 8 - 7";
    EXPECT_EQ(all["F8_E5M2"], "2") << "0x40: exponent 16 - 15";
    EXPECT_EQ(all["F8_E8M0"].substr(0, 9), "1.0842022") << "2^(64 - 127)";
    EXPECT_EQ(all["Bits"], "01000000");

    m_readings.setByteOrder(HexReadingsModel::ByteOrder::Big);
    all = values(WholeTextRole);
    EXPECT_EQ(all["U8"], "64");
    EXPECT_EQ(all["U16"], "16456");
    EXPECT_EQ(all["U32"], "1078523331");
    EXPECT_EQ(all["F32"], "3.14");
    EXPECT_EQ(all["BF16"], "3.125");
    EXPECT_EQ(all["Bits"], "01000000");
}

TEST_F(HexReadingsModelTest, ShowsNumbersAsTheWindowDoesAndCopiesThemPlain)
{
    setBytes({0, 0, 0, 0, 0, 0, 0xf8, 0xbf});
    EXPECT_EQ(values()["F64"], "\u22121.5");
    EXPECT_EQ(values(WholeTextRole)["F64"], "-1.5");
    setBytes({0, 0xfc});
    EXPECT_EQ(values()["F16"], "\u2212Inf");
    EXPECT_EQ(values(WholeTextRole)["F16"], "-inf");
}

TEST_F(HexReadingsModelTest, WhatNeedsMoreBytesStaysEmpty)
{
    for (const auto& [name, value] : values())
        EXPECT_EQ(value, "") << name;
    setBytes({1, 0, 0});
    const auto all = values();
    for (const char* const name : {"U8", "I16", "BF16", "Bits"})
        EXPECT_NE(all.at(name), "") << name;
    for (const char* const name : {"U32", "F32", "I64", "F64"})
        EXPECT_EQ(all.at(name), "") << name;
}

TEST_F(HexReadingsModelTest, TellsOnlyOfChanges)
{
    QSignalSpy changes(&m_readings, &QAbstractItemModel::dataChanged);
    setBytes({1, 2});
    setBytes({1, 2});
    m_readings.setByteOrder(HexReadingsModel::ByteOrder::Little);
    EXPECT_EQ(changes.size(), 1);
}

} // namespace
} // namespace loupe
