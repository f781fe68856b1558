#pragma once

#include "formats/opening/open_checkpoint.h"
#include "insight/known_table.h"
#include "insight/model_checks.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace loupe::test {

/// Examines models that consist only of a header.
class RecognitionTest : public testing::Test {
protected:
    ModelReport examine(const ModelHeader& model)
    {
        const auto opened = openCheckpoint(model.write(folder.path() / std::to_string(m_next++)));
        EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
        m_opened.push_back(*opened);
        return examineModel(**opened);
    }
    static std::string familyOf(const ModelReport& report)
    {
        return report.model.family ? std::string(report.model.family->id) : "unknown";
    }

    TemporaryFolder folder;

private:
    int m_next = 0;
    std::vector<std::shared_ptr<const Checkpoint>> m_opened;
};

} // namespace loupe::test
