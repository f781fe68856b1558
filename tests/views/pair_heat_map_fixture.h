#pragma once

#include "support/compared_pair.h"
#include "views/compare/pair_heat_map_tab.h"
#include "views/heat_map/heat_map_canvas.h"

#include <QComboBox>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

namespace loupe::test {

/// A visible tab, and functions to give it a pair and to wait for it.
class PairHeatMapTest : public testing::Test {
protected:
    PairHeatMapTest()
    {
        tab.resize(900, 700);
        tab.show();
        tab.setActive(true);
    }

    /// Writes and pairs two files. If `compare`, also compares their values.
    void pair(const std::vector<WantedTensor>& a, const std::vector<WantedTensor>& b, bool compare = false)
    {
        tab.setResults(nullptr);
        pathB = folder.write("b.safetensors", safetensorsOf(b));
        auto paired = openPair(folder.write("a.safetensors", safetensorsOf(a)), pathB, {});
        ASSERT_TRUE(paired);
        results = std::make_shared<ComparisonResults>(*paired);
        if (compare)
            compareValues();
        tab.setResults(results);
    }
    void compareValues() const
    {
        const PairedCheckpoints& paired = *results->paired();
        ASSERT_TRUE(comparePairs(paired.a, paired.b, paired.pairs, {}, {},
            [&](const TensorPair& one, const PairOutcome& outcome) { results->add(one, outcome); }));
    }
    static std::string stored(const std::string& bytes) { return bytes; }
    template <typename T>
    static std::string stored(const std::vector<T>& values)
    {
        return packedBytes(values);
    }
    /// Selects the pair of two tensors "t".
    template <typename ValuesA, typename ValuesB>
    void open(const std::string& dtypeA, const std::string& shapeA, const ValuesA& a, const std::string& dtypeB,
        const std::string& shapeB, const ValuesB& b)
    {
        pair({{"t", dtypeA, shapeA, stored(a)}}, {{"t", dtypeB, shapeB, stored(b)}});
        tab.setNode(0);
        ASSERT_TRUE(waitUntilIdle());
    }
    template <typename Values>
    void open(const std::string& dtype, const std::string& shape, const Values& a, const Values& b)
    {
        open(dtype, shape, a, dtype, shape, b);
    }
    bool waitUntilIdle()
    {
        return QTest::qWaitFor([this] { return !tab.isBusy(); }, 20'000);
    }
    QString differenceRemark() { return tab.pictures().remark(PairSide::Difference); }
    HeatMapCanvas& canvas(PairSide side) { return tab.pictures().canvas(side); }
    std::string readout(std::uint64_t row, std::uint64_t column, PairSide side = PairSide::Difference)
    {
        canvas(side).setCurrent(Slice::Cell{row, column});
        EXPECT_TRUE(QTest::qWaitFor([this] { return !tab.readout().isEmpty(); }, 20'000));
        return tab.readout().toStdString();
    }
    /// Expects that all three pictures show the same elements, within the limits of their different sizes.
    void expectTogether()
    {
        const SliceWindow lead = canvas(PairSide::Difference).placement().visible();
        for (const PairSide side : {PairSide::A, PairSide::B}) {
            const SliceWindow shown = canvas(side).placement().visible();
            EXPECT_NEAR(double(shown.firstRow), double(lead.firstRow), 1);
            EXPECT_NEAR(double(shown.firstColumn), double(lead.firstColumn), 1);
            EXPECT_NEAR(double(shown.rows), double(lead.rows), 1);
            EXPECT_NEAR(double(shown.columns), double(lead.columns), 1);
        }
    }
    /// Chooses an option like a user.
    void choose(const QString& text)
    {
        for (auto* const box : tab.findChildren<QComboBox*>()) {
            if (const int found = box->findText(text); found >= 0) {
                box->setCurrentIndex(found);
                emit box->activated(found);
                return;
            }
        }
        ADD_FAILURE() << "no such choice";
    }
    QToolButton* button(const QString& text)
    {
        for (auto* const found : tab.findChildren<QToolButton*>()) {
            if (found->text() == text)
                return found;
        }
        ADD_FAILURE() << "no such button";
        return nullptr;
    }

    TemporaryFolder folder;
    std::filesystem::path pathB;
    std::shared_ptr<ComparisonResults> results;
    PairHeatMapTab tab;
};

} // namespace loupe::test
