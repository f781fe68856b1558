#include "core/stop_scope.h"

namespace loupe {

namespace {

thread_local const std::stop_token* innermost = nullptr;

} // namespace

StopScope::StopScope(const std::stop_token& stop)
    : m_outer(innermost)
{
    if (stop.stop_possible())
        innermost = &stop;
}

StopScope::~StopScope()
{
    innermost = m_outer;
}

std::stop_token StopScope::current()
{
    return innermost ? *innermost : std::stop_token();
}

} // namespace loupe
