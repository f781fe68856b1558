#pragma once

#include "formats/open_checkpoint.h"
#include "items/opened_checkpoint.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <string_view>

namespace loupe::test {

/// A file of tests/data, ready for viewing; null, and a failed test, where it cannot be opened.
inline OpenedCheckpointPtr openData(std::string_view relative)
{
    auto opened = openForViewing(dataPath(relative), {});
    EXPECT_TRUE(opened.has_value()) << relative;
    return opened ? *opened : nullptr;
}

} // namespace loupe::test
