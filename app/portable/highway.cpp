// Highway's run-time selection of kernels for the processor. Debian provides that part of the library only as a shared
// one.

#include <hwy/targets.h>

#include <cstdint>

namespace hwy {

// __builtin_cpu_supports() also asks whether the system saves the registers.
int64_t SupportedTargets()
{
    __builtin_cpu_init();
    int64_t targets = HWY_STATIC_TARGET;
    if (!__builtin_cpu_supports("ssse3"))
        return targets;
    targets |= HWY_SSSE3;
    if (!__builtin_cpu_supports("sse4.1") || !__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("aes")
        || !__builtin_cpu_supports("pclmul"))
        return targets;
    targets |= HWY_SSE4;
    if (!__builtin_cpu_supports("avx") || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi")
        || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("f16c")
        || !__builtin_cpu_supports("lzcnt"))
        return targets;
    targets |= HWY_AVX2;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq")
        || !__builtin_cpu_supports("avx512bw"))
        return targets;
    return targets | HWY_AVX3;
}

ChosenTarget& GetChosenTarget()
{
    static ChosenTarget chosen;
    return chosen;
}

} // namespace hwy
