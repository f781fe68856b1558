#pragma once

#include "adapters/base_fit.h"
#include "formats/opening/open_checkpoint.h"
#include "support/test_data.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace loupe::test {

/// What tests/data/adapters/make.py says of each adapter.
inline nlohmann::json adapterCases()
{
    std::ifstream file(dataPath("adapters/expected.json"));
    return nlohmann::json::parse(file);
}

inline std::shared_ptr<const Checkpoint> openAdapterFile(const std::string& name)
{
    auto opened = openCheckpoint(dataPath("adapters/" + name));
    EXPECT_TRUE(opened.has_value()) << name;
    return opened ? *opened : nullptr;
}

} // namespace loupe::test
