#include "support/test_data.h"

namespace loupe::test {

std::filesystem::path dataPath(std::string_view relative)
{
    return std::filesystem::path(LOUPE_TEST_DATA) / relative;
}

} // namespace loupe::test
