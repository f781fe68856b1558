/// Takes the input as numbers of each type, at any alignment. Every kernel must agree with its slow twin for each
/// Highway target that the machine can run. The first byte chooses alignment and target.

#include "fuzz/fuzzing.h"
#include "support/kernel_checks.h"
#include "support/pair_checks.h"

#include <hwy/targets.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const auto targets = hwy::SupportedAndGeneratedTargets();
    if (size == 0)
        return 0;
    hwy::SetSupportedTargetsForTest(targets[data[0] / 8 % targets.size()]);
    const auto bytes = std::as_bytes(std::span(data + 1, size - 1));
    auto differs = loupe::test::checkKernels(bytes, data[0] % 8);
    if (differs.empty())
        differs = loupe::test::checkPairs(bytes, data[0] % 8);
    loupe::fuzz::require(differs.empty(), differs.c_str());
    return 0;
}
