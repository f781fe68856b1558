#pragma once

#include "items/compare/comparison_results.h"
#include "support/compared_pair.h"

#include <gtest/gtest.h>

#include <memory>

namespace loupe::test {

/// The comparison of two files. The values of all pairs are compared, or of none, as at the beginning of a comparison.
inline std::shared_ptr<ComparisonResults> comparedFiles(
    const std::filesystem::path& a, const std::filesystem::path& b, bool withValues = true)
{
    auto paired = openPair(a, b, {});
    EXPECT_TRUE(paired.has_value());
    if (!paired)
        return nullptr;
    auto results = std::make_shared<ComparisonResults>(*paired);
    if (withValues) {
        EXPECT_TRUE(comparePairs((*paired)->a, (*paired)->b, (*paired)->pairs, {}, {},
            [&](const TensorPair& one, const PairOutcome& outcome) { results->add(one, outcome); }));
    }
    return results;
}

/// As above, but writes the tensors to files first.
class ComparedTensors {
public:
    ComparedTensors(const std::vector<WantedTensor>& a, const std::vector<WantedTensor>& b, bool withValues = true)
        : m_a(m_folder.write("a.safetensors", safetensorsOf(a)))
        , m_b(m_folder.write("b.safetensors", safetensorsOf(b)))
        , m_results(comparedFiles(m_a, m_b, withValues))
    {
    }

    const std::filesystem::path& a() const { return m_a; }
    const std::filesystem::path& b() const { return m_b; }
    const std::shared_ptr<ComparisonResults>& results() const { return m_results; }

private:
    TemporaryFolder m_folder;
    std::filesystem::path m_a;
    std::filesystem::path m_b;
    std::shared_ptr<ComparisonResults> m_results;
};

} // namespace loupe::test
