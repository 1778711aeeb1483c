// Compiles the code of Boost.Asio, whose headers only declare it (BOOST_ASIO_SEPARATE_COMPILATION).

#include "boost/asio/impl/src.hpp"
